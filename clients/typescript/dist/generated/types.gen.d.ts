export type ClientOptions = {
    baseUrl: `${string}://${string}/v1` | (string & {});
};
export type Webhooks = ReceivePriceWatchWebhookRequest | ReceiveWebhookTestWebhookRequest;
/**
 * How long attempts took.
 */
export type AttemptDurations = {
    /**
     * Half of them took no longer.
     */
    p50: number;
    /**
     * 95 % of them took no longer.
     */
    p95: number;
};
/**
 * What was done.
 */
export type AuditAction = 'webhook.create' | 'webhook.update' | 'webhook.delete' | 'webhook.test' | 'delivery.retry' | 'incident.acknowledge' | 'secret_rotation.prepare' | 'secret_rotation.activate' | 'secret_rotation.cancel' | 'incident.opened' | 'incident.reminded' | 'incident.resolved';
/**
 * `succeeded`, or the code of the error with which it was refused.
 */
export type AuditOutcome = 'succeeded' | 'validation_error' | 'authentication_error' | 'insufficient_scope' | 'entitlement_required' | 'live_key_required' | 'not_found' | 'method_not_allowed' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'headers_too_large' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'webhook_disabled' | 'delivery_not_replayable' | 'source_not_current' | 'webhook_changed' | 'replay_limit_reached' | 'rotation_in_progress' | 'rotation_not_pending' | 'rotation_expired' | 'rate_limited' | 'delivery_unavailable' | 'server_error';
/**
 * Kinds of things that something is done to.
 */
export type AuditTargetType = 'webhook' | 'delivery' | 'incident' | 'rotation';
/**
 * What a shop says about its stock.
 */
export type Availability = 'in_stock' | 'limited' | 'preorder' | 'backorder' | 'out_of_stock' | 'unknown';
/**
 * How many products can be had in a way.
 */
export type AvailabilityCount = {
    /**
     * Products of which some offer can be had so.
     */
    count: number;
    /**
     * The way.
     */
    value: Availability;
};
/**
 * Categories in which products are compared.
 */
export type ComparisonCategory = 'phone' | 'tablet' | 'laptop' | 'desktop' | 'monitor' | 'tv' | 'printer' | 'projector' | 'camera' | 'console' | 'e-reader' | 'smartwatch' | 'headphones' | 'speaker' | 'router' | 'vacuum' | 'coffee-machine' | 'washing-machine' | 'dryer' | 'dishwasher' | 'refrigerator' | 'oven' | 'microwave' | 'air-conditioner';
/**
 * What a buyer is after.
 */
export type ComparisonGoal = 'overall' | 'best-price' | 'travel' | 'max-battery' | 'camera';
/**
 * The goal, what was weighed, and the result.
 */
export type ComparisonPreference = {
    /**
     * Share of the properties.
     */
    attributes_weight: number;
    /**
     * The category of all.
     */
    category: ComparisonCategory;
    /**
     * Goal, weights, result and what is missing, in words.
     */
    explanation: string;
    /**
     * The goal.
     */
    goal: ComparisonGoal;
    /**
     * Points between the first and the second; null when not all have a score.
     */
    margin?: number | null;
    /**
     * Share of the price in `fit_score`, 0 to 1.
     */
    price_weight: number;
    /**
     * How it ended.
     */
    result: ComparisonResult;
    /**
     * Version of the scales by which properties are scored; 0: built in.
     */
    scale_version: number;
    /**
     * The better choice; null when there is none.
     */
    winner?: string | null;
};
/**
 * One compared product.
 */
export type ComparisonProduct = {
    /**
     * Its recommended offer.
     */
    best_offer: Offer;
    /**
     * Brand.
     */
    brand?: string;
    /**
     * Public id.
     */
    canonical_product_id: string;
    /**
     * A short name that tells it from the others.
     */
    comparison_name: string;
    /**
     * What the score is made of.
     */
    fit: Fit;
    /**
     * 0 to 100: the score for the goal, of properties and price; left out when too little is known.
     */
    fit_score?: number;
    /**
     * What it cost.
     */
    history: HistoricalSignal;
    /**
     * It is the better choice for the goal.
     */
    is_winner: boolean;
    /**
     * Model.
     */
    model?: string;
    /**
     * Too little is known of its properties for a score.
     */
    not_enough_data: boolean;
};
/**
 * Products compared for a goal.
 */
export type ComparisonResponse = {
    /**
     * The goal.
     */
    goal: ComparisonGoal;
    /**
     * The goal, what was weighed, and the result.
     */
    preference: ComparisonPreference;
    /**
     * The products in the order asked for.
     */
    products: Array<ComparisonProduct>;
    /**
     * The days of the historical signals.
     */
    range: HistoryRange;
};
/**
 * How a comparison ended.
 */
export type ComparisonResult = 'winner' | 'tie' | 'not_enough_data';
/**
 * The recommendation.
 */
export type Decision = {
    /**
     * What it costs at the door.
     */
    delivered_price: number;
    /**
     * How many offers were compared.
     */
    evaluated_offer_count: number;
    /**
     * How good the offer is, in words.
     */
    label: string;
    /**
     * The lowest item price among them.
     */
    lowest_item_price?: number;
    /**
     * Who has it.
     */
    lowest_item_store?: string;
    /**
     * Why this one, how the price stands in its history, and whether waiting is better.
     */
    rationale: string;
    /**
     * Its points, 0 to 100.
     */
    score: number;
    /**
     * Its shop.
     */
    store: string;
    /**
     * When the newest of them last changed.
     */
    updated_at: string;
    /**
     * Its page.
     */
    url: string;
};
/**
 * Deliveries by how they stand.
 */
export type DeliveriesByStatus = {
    /**
     * Not to be delivered any more.
     */
    cancelled: number;
    /**
     * Acknowledged.
     */
    delivered: number;
    /**
     * Given up.
     */
    failed: number;
    /**
     * They wait for an attempt.
     */
    pending: number;
    /**
     * An attempt runs.
     */
    sending: number;
};
/**
 * An answer.
 */
export type DeliveryAnswer = {
    /**
     * Which one.
     */
    attempt: number;
    /**
     * At most 1,024 bytes of text, without secrets.
     */
    beginning: string;
};
/**
 * An attempt that ended.
 */
export type DeliveryAttempt = {
    /**
     * How long it took.
     */
    duration_ms: number;
    error_code: DeliveryErrorCode | null;
    /**
     * When it ended.
     */
    finished_at: string;
    /**
     * What the receiver answered; null when it did not.
     */
    http_status: number | null;
    /**
     * When the next attempt was planned; null when none was.
     */
    next_retry_at: string | null;
    /**
     * Its number, from 1.
     */
    number: number;
    /**
     * When it began.
     */
    started_at: string;
};
/**
 * What went wrong.
 */
export type DeliveryErrorCode = 'http_error' | 'dns_error' | 'tls_error' | 'timeout' | 'transport_error' | 'encryption_error' | 'destination_denied' | 'source_expired' | 'source_superseded' | 'subscription_changed' | 'subscription_deleted' | 'lease_expired' | 'expired';
/**
 * How a delivery stands.
 */
export type DeliveryStatus = 'pending' | 'sending' | 'delivered' | 'failed' | 'cancelled';
/**
 * What went wrong. `error` is the contract; the rest helps a person.
 */
export type Error = {
    /**
     * The fields at fault.
     */
    details?: Array<FieldProblem>;
    /**
     * The code of the error.
     */
    error: ErrorCode;
    /**
     * A sentence for a person.
     */
    message: string;
    /**
     * The id of the request, as in `X-Request-Id`.
     */
    request_id: string;
};
/**
 * What went wrong, for a program.
 */
export type ErrorCode = 'validation_error' | 'authentication_error' | 'insufficient_scope' | 'entitlement_required' | 'live_key_required' | 'not_found' | 'method_not_allowed' | 'payload_too_large' | 'uri_too_long' | 'unsupported_media_type' | 'headers_too_large' | 'idempotency_in_progress' | 'idempotency_key_reused' | 'webhook_disabled' | 'delivery_not_replayable' | 'source_not_current' | 'webhook_changed' | 'replay_limit_reached' | 'rotation_in_progress' | 'rotation_not_pending' | 'rotation_expired' | 'rate_limited' | 'delivery_unavailable' | 'server_error';
/**
 * Kinds of events.
 */
export type EventKind = 'watchlist.triggered' | 'webhook.test';
/**
 * One field of a request and what is accepted there.
 */
export type FieldProblem = {
    /**
     * Name of the field.
     */
    field: string;
    /**
     * What is accepted.
     */
    problem: string;
};
/**
 * Figures that may be missing.
 */
export type FigureName = 'percentile' | 'trend' | 'verdict';
/**
 * How well the properties fit the goal.
 */
export type Fit = {
    /**
     * Share of the weight whose properties are stated, 0 to 1; below 0.6 there are no points.
     */
    coverage: number;
    /**
     * Codes of the properties that are not stated.
     */
    missing: Array<PropertyCode>;
    /**
     * What a buyer should know besides.
     */
    notes: Array<string>;
    /**
     * The stated properties.
     */
    parts: Array<FitPart>;
    /**
     * 0 to 100 by properties alone; null when too little is known or the price alone decides.
     */
    points?: number | null;
    /**
     * 1 at the cheapest of the compared, 0 from twice its price on.
     */
    value_utility: number;
};
/**
 * One property's part in the fit.
 */
export type FitPart = {
    /**
     * Code of the property; its unit is in the name.
     */
    attribute: PropertyCode;
    /**
     * Points that it adds to the fit.
     */
    contribution: number;
    /**
     * The upper one.
     */
    scale_high?: number | null;
    /**
     * The lower of the two values between which the property is scored, in its unit; null for yes
     * or no and for fixed curves.
     */
    scale_low?: number | null;
    /**
     * 0 (worst of the catalogue) to 1 (best).
     */
    utility: number;
    /**
     * What the product has, in words.
     */
    value: string;
    /**
     * Points of 100 that the goal gives the property.
     */
    weight: number;
};
/**
 * What the product cost over the range; prices on `price_basis`.
 */
export type HistoricalSignal = {
    /**
     * Time-weighted mean.
     */
    average?: number | null;
    /**
     * The lowest price now.
     */
    current?: number | null;
    lowest_in_days?: LowDays | null;
    /**
     * The highest that the lowest price was.
     */
    max?: number | null;
    /**
     * The lowest price of the range.
     */
    min?: number | null;
    /**
     * The first day of it.
     */
    min_date?: string | null;
    /**
     * Percent of the time of the range for which it was dearer; equal prices count half.
     */
    percentile?: number | null;
    /**
     * Which price this is about.
     */
    price_basis: PriceBasis;
    /**
     * The days looked at.
     */
    range: HistoryRange;
    verdict?: PriceVerdict | null;
    /**
     * Why there is no verdict.
     */
    verdict_missing?: string;
};
/**
 * Days that are looked at; they end today.
 */
export type HistoryRange = '7d' | '30d' | '90d' | '1y';
/**
 * An endpoint that fails, until a delivery arrives again.
 */
export type Incident = {
    /**
     * When somebody acknowledged it.
     */
    acknowledged_at: string | null;
    /**
     * What opened it.
     */
    cause: DeliveryErrorCode;
    /**
     * Its id.
     */
    id: string;
    /**
     * When.
     */
    opened_at: string;
    /**
     * Reminders so far.
     */
    reminders: number;
    /**
     * When a delivery arrived again.
     */
    resolved_at: string | null;
    /**
     * Where it stands.
     */
    state: IncidentState;
    /**
     * Of which subscription.
     */
    subscription_id: string;
};
/**
 * Names the incident.
 */
export type IncidentAcknowledgement = {
    /**
     * Its id.
     */
    incident_id: string;
};
/**
 * Where an incident stands.
 */
export type IncidentState = 'open' | 'acknowledged' | 'resolved';
/**
 * What this deployment serves.
 */
export type Info = {
    /**
     * The currency of every amount (ISO 4217).
     */
    currency: string;
    /**
     * Decimals of its amounts.
     */
    currency_decimals: number;
    /**
     * The deployment's name for itself.
     */
    environment: string;
    /**
     * Version of the interface, as `X-API-Version` has it.
     */
    interface_version: string;
    /**
     * When the newest prices that are served were seen; null before the first feed.
     */
    last_snapshot_at?: string | null;
    /**
     * Products, those that cannot be bought now too.
     */
    product_count: number;
    /**
     * Shops.
     */
    store_count: number;
    /**
     * Version of the program.
     */
    version: string;
};
/**
 * Days for which a price may be the lowest.
 */
export type LowDays = 365 | 180 | 90 | 30 | 7;
/**
 * How the offers of a product came to it: `confirmed` by the operator or a person, `matched` by their evidence, `unconfirmed` (one feed brought product and offers), or under `review` by a person.
 */
export type MatchStatus = 'confirmed' | 'matched' | 'unconfirmed' | 'review';
/**
 * Why a figure is null.
 */
export type MissingFigure = {
    /**
     * The figure.
     */
    figure: FigureName;
    /**
     * Why there is none.
     */
    reason: string;
};
/**
 * Modes of keys.
 */
export type Mode = 'live' | 'test';
/**
 * One shop's offer.
 */
export type Offer = {
    /**
     * What the shop says about its stock.
     */
    availability: Availability;
    /**
     * Availability in words.
     */
    availability_label?: string;
    /**
     * What is special about the offer.
     */
    badge?: string;
    /**
     * Share of the facts a buyer needs that are stated, 0 to 1.
     */
    data_quality?: number;
    /**
     * 0 to 100; absent for an offer that cannot be recommended.
     */
    decision_score?: number;
    /**
     * Item price plus delivery cost.
     */
    delivered_price: number;
    /**
     * Delivery cost; an assumption when `delivery_label` says so.
     */
    delivery_cost: number;
    /**
     * Day of delivery.
     */
    delivery_estimate?: string | null;
    /**
     * Cost and time of delivery in words.
     */
    delivery_label?: string;
    /**
     * No offer that can be recommended has a lower item price.
     */
    is_lowest_item_price?: boolean;
    /**
     * The one that is recommended.
     */
    is_recommended?: boolean;
    /**
     * Price of the item, with taxes.
     */
    item_price: number;
    /**
     * The same as `item_price`.
     */
    price?: number;
    /**
     * Days for returning.
     */
    return_days?: number | null;
    /**
     * Rating of the seller, 0 to 5.
     */
    seller_score?: number | null;
    /**
     * Pieces in stock.
     */
    stock_quantity?: number | null;
    /**
     * Name of the shop.
     */
    store: string;
    /**
     * When the content of the offer last changed.
     */
    updated_at: string;
    /**
     * The offer's page.
     */
    url: string;
    /**
     * Months of warranty.
     */
    warranty_months?: number | null;
};
/**
 * A prepared secret that can be activated.
 */
export type PendingRotation = {
    /**
     * Until when it can be activated.
     */
    expires_at: string;
    /**
     * Names the preparation.
     */
    rotation_id: string;
};
/**
 * A secret that was just prepared.
 */
export type PreparedRotation = SecretRotation & {
    /**
     * The new secret: shown here and never again. The same answer, sent again for its key, has it for
     * 24 hours, then null.
     */
    signing_secret: string | null;
};
/**
 * `delivered`: at the door, with stated delivery costs; `item`: without delivery.
 */
export type PriceBasis = 'delivered' | 'item';
/**
 * A UTC day on which the product could be bought. Prices are on the summary's `price_basis` unless
 * their name says otherwise.
 */
export type PriceDay = {
    /**
     * Mean over the stores of the last price that each asked.
     */
    avg_price: number;
    /**
     * The day.
     */
    date: string;
    /**
     * The highest price of any store at any time of the day.
     */
    max_price: number;
    /**
     * Median of the same.
     */
    median_price: number;
    /**
     * The lowest price at the door of the day; null when no delivery cost was stated.
     */
    min_delivered_price?: number | null;
    /**
     * The lowest item price of the day.
     */
    min_item_price: number;
    /**
     * The lowest price at any time of the day.
     */
    min_price: number;
    /**
     * Who asked the lowest price.
     */
    min_store: string;
    /**
     * Stores that asked a price.
     */
    store_count: number;
};
/**
 * Either form of the answer.
 */
export type PriceHistory = PriceIntelligence | StorePriceHistory;
/**
 * What a product cost, all shops together.
 */
export type PriceIntelligence = {
    /**
     * Public id.
     */
    canonical_product_id: string;
    /**
     * The days looked at.
     */
    range: HistoryRange;
    /**
     * The days on which it could be bought, oldest first.
     */
    series: Array<PriceDay>;
    /**
     * What they amount to.
     */
    summary: PriceSummary;
};
/**
 * What one store asked on a UTC day.
 */
export type PricePoint = {
    /**
     * The day.
     */
    date: string;
    /**
     * The day's last item price.
     */
    price: number;
    /**
     * The store.
     */
    store?: string;
};
/**
 * The lowest and the highest of some prices.
 */
export type PriceRange = {
    /**
     * The highest.
     */
    max: number;
    /**
     * The lowest.
     */
    min: number;
};
/**
 * Statistics of the lowest price over the range, weighted by the time for which each price stood.
 */
export type PriceStatistics = {
    /**
     * Time-weighted mean.
     */
    average: number;
    /**
     * The highest that the lowest price was.
     */
    max: number;
    /**
     * The first day of it.
     */
    max_date: string;
    /**
     * Who asked it.
     */
    max_store: string;
    /**
     * Time-weighted median.
     */
    median: number;
    /**
     * The lowest price.
     */
    min: number;
    /**
     * The first day of it.
     */
    min_date: string;
    /**
     * Who asked it.
     */
    min_store: string;
    /**
     * Hours of the range for which there was a price.
     */
    observed_hours: number;
    /**
     * The price that was undercut for at most a tenth of the time.
     */
    p10: number;
    /**
     * Time-weighted standard deviation as a share of the mean.
     */
    volatility: number;
};
/**
 * What the days of a range amount to. Prices are the lowest price of the product on `price_basis`
 * unless their name says otherwise.
 */
export type PriceSummary = {
    /**
     * The instant to which statistics reach: the end of the hour.
     */
    as_of: string;
    /**
     * Time-weighted mean.
     */
    average?: number | null;
    /**
     * The current price less the first one of the range.
     */
    change?: number | null;
    /**
     * The same in percent of the first one.
     */
    change_percent?: number | null;
    /**
     * Share of the range in which offers of the product were known, 0 to 1.
     */
    coverage: number;
    /**
     * The lowest price now; null when no shop offers the product.
     */
    current?: number | null;
    /**
     * The lowest price at the door now, with a stated delivery cost.
     */
    current_delivered_price?: number | null;
    /**
     * The lowest item price now.
     */
    current_item_price?: number | null;
    /**
     * Who asks it.
     */
    current_store?: string | null;
    delivered?: PriceStatistics | null;
    /**
     * The first day of the series.
     */
    first_date?: string | null;
    /**
     * The first day of the range.
     */
    from: string;
    item?: PriceStatistics | null;
    /**
     * The last day of the series.
     */
    last_date?: string | null;
    lowest_in_days?: LowDays | null;
    /**
     * The highest that the lowest price was.
     */
    max?: number | null;
    /**
     * The first day of it.
     */
    max_date?: string | null;
    /**
     * Who asked it.
     */
    max_store?: string | null;
    /**
     * Time-weighted median.
     */
    median?: number | null;
    /**
     * The lowest price of the range.
     */
    min?: number | null;
    /**
     * The first day of it.
     */
    min_date?: string | null;
    /**
     * Who asked it.
     */
    min_store?: string | null;
    /**
     * Why figures above are null.
     */
    missing: Array<MissingFigure>;
    /**
     * Share of that in which none could be bought; null when nothing was known.
     */
    out_of_stock_share?: number | null;
    /**
     * The price that was undercut for at most a tenth of the time.
     */
    p10?: number | null;
    /**
     * Percent of the time of the range for which the product was dearer, times at the same price
     * counted half: 100 is the lowest, 50 a price that never moved.
     */
    percentile?: number | null;
    /**
     * Days in the series.
     */
    points: number;
    /**
     * `delivered`: at the door, with stated delivery costs; `item`: without delivery, when the
     * delivery cost is not stated now or was not for most of the time.
     */
    price_basis: PriceBasis;
    trend?: PriceTrend | null;
    verdict?: PriceVerdict | null;
    /**
     * Time-weighted standard deviation as a share of the mean.
     */
    volatility?: number | null;
    /**
     * For how many days the product is watched altogether.
     */
    watched_days: number;
};
/**
 * Where the price is going.
 */
export type PriceTrend = {
    /**
     * Up, down or neither.
     */
    direction: TrendDirection;
    /**
     * Change in 30 days in percent of the mean.
     */
    percent_per_30_days: number;
};
/**
 * Whether the current price is a good one, by the last 180 days; the same for every range.
 */
export type PriceVerdict = {
    /**
     * How much this rests on.
     */
    confidence: VerdictConfidence;
    /**
     * How good the price is.
     */
    label: VerdictLabel;
    /**
     * The lowest price of 180 days.
     */
    low_180d: number;
    /**
     * Time-weighted median of 90 days.
     */
    median_90d: number;
    /**
     * What the score is made of.
     */
    parts: VerdictParts;
    /**
     * Why, in words.
     */
    reason: string;
    /**
     * 0 to 100; 50 when the price never moved.
     */
    score: number;
    /**
     * The first day that was looked at.
     */
    since: string;
    /**
     * Waiting is the better advice.
     */
    wait: boolean;
};
/**
 * A price watch.
 */
export type PriceWatch = {
    /**
     * The product.
     */
    canonical_product_id: string;
    /**
     * How the client is told.
     */
    channel: WatchChannel;
    /**
     * What is waited for; not there when it is a price below the target.
     */
    condition?: WatchCondition;
    /**
     * When it was created; a replacement keeps it.
     */
    created_at: string;
    /**
     * The product's lowest delivered price, or that of the shop that alone is looked at; null when nobody, or that shop,
     * does not sell it now.
     */
    current_price?: number | null;
    /**
     * Where to; null for a webhook watch that was created without one.
     */
    destination: string | null;
    /**
     * Its id; a replacement keeps it.
     */
    id: string;
    /**
     * By how many percent the price has to fall; there with the condition `price_fall`.
     */
    percent?: number;
    product?: ProductSummary | null;
    /**
     * What a fall is counted from: the highest price since the watch began or told last. Not there without one.
     */
    reference_price?: number;
    /**
     * Whether it may fire.
     */
    status: WatchStatus;
    /**
     * The shop whose price alone is looked at; not there when it is the lowest of all shops.
     */
    store?: string;
    /**
     * The client is told when the price moves below this; four decimals are kept. Null where another condition is waited
     * for.
     */
    target_price: number | null;
    /**
     * The current price is below the target, not equal to it; of stock, that there is a current price; of a fall, that it is
     * complete and not told yet; of a low always false.
     */
    target_reached?: boolean;
    /**
     * When its client changed it last; later after each change.
     */
    updated_at: string;
};
/**
 * A price watch that is wanted.
 */
export type PriceWatchInput = {
    /**
     * The product.
     */
    canonical_product_id: string;
    /**
     * How to tell the client.
     */
    channel?: WatchChannel;
    /**
     * What the watch waits for.
     */
    condition?: WatchCondition;
    /**
     * Where to; required for the email channel.
     */
    destination?: string;
    /**
     * By how many percent the price has to fall; required for the condition `price_fall`, and only there.
     */
    percent?: number;
    /**
     * Look at the price of this shop alone, named as answers show it; without it at the lowest of all shops.
     */
    store?: string;
    /**
     * Tell the client when the price moves below this; required for the condition `target_price`, and only there.
     */
    target_price?: number;
};
/**
 * A change of a price watch: at least one member.
 */
export type PriceWatchPatch = {
    /**
     * The new address.
     */
    destination?: string;
    /**
     * By how many percent the price has to fall from now on.
     */
    percent?: number;
    /**
     * The new status.
     */
    status?: WatchStatus;
    /**
     * The new target.
     */
    target_price?: number;
};
/**
 * A product of the catalogue.
 */
export type Product = {
    /**
     * Brand, or empty.
     */
    brand: string;
    /**
     * Public id.
     */
    canonical_product_id: string;
    /**
     * Category, or empty.
     */
    category: string;
    /**
     * What stands out.
     */
    comparison_badge?: string;
    /**
     * A short name that tells it from others.
     */
    comparison_name?: string;
    /**
     * 0 to 100: how it stands in its category by its properties, all round; left out when too
     * little is known, or when its category has no weights.
     */
    comparison_score?: number;
    /**
     * What the score is made of, or why there is none; left out when the product is of no
     * comparable category.
     */
    comparison_summary?: string;
    /**
     * The primary trade item number, or empty.
     */
    ean: string;
    /**
     * Path or URL of a picture.
     */
    image_path?: string;
    /**
     * How sure it is that the offers are of this product, 0 to 1.
     */
    match_confidence: number;
    /**
     * How the offers came to it.
     */
    match_status?: MatchStatus;
    /**
     * Model, or empty.
     */
    model: string;
    /**
     * Name.
     */
    product_name: string;
    /**
     * Properties.
     */
    specs?: Array<ProductSpec>;
    /**
     * Variant, or empty.
     */
    variant: string;
};
/**
 * A product with its offers and a recommendation.
 */
export type ProductComparison = {
    /**
     * Public id.
     */
    canonical_product_id: string;
    decision?: Decision | null;
    /**
     * How many offers there are; only when `offers` does not have them all.
     */
    offer_count?: number;
    /**
     * Its offers, best first; of more than 200, 200 of them. What is said of scores, lowest prices and the
     * recommendation holds among all.
     */
    offers: Array<Offer>;
    /**
     * The product.
     */
    product: Product;
    /**
     * Name.
     */
    product_name: string;
};
/**
 * One property of a product.
 */
export type ProductSpec = {
    /**
     * Name of an icon.
     */
    icon?: string;
    /**
     * Name of the property.
     */
    label: string;
    /**
     * Its value with its unit.
     */
    value: string;
};
/**
 * A product in a list of matches.
 */
export type ProductSummary = {
    /**
     * Brand, or empty.
     */
    brand: string;
    /**
     * Public id.
     */
    canonical_product_id: string;
    /**
     * Path or URL of a picture.
     */
    image_path?: string;
    /**
     * How sure it is that the offers are of this product, 0 to 1.
     */
    match_confidence: number;
    /**
     * The lowest delivered price.
     */
    min_price: number;
    /**
     * Model, or empty.
     */
    model: string;
    /**
     * Name.
     */
    product_name: string;
    /**
     * 1 for the best match of the text, less for others; absent outside answers of search.
     */
    relevance_score?: number;
    /**
     * Shops that sell it now.
     */
    store_count: number;
    /**
     * Variant, or empty.
     */
    variant: string;
};
/**
 * Products that were asked for.
 */
export type ProductsResponse = {
    /**
     * One for each that was asked for, in that order.
     */
    items: Array<RequestedProduct>;
};
/**
 * Properties that products are compared by; the unit is in the name.
 */
export type PropertyCode = 'battery_mah' | 'battery_wh' | 'battery_h' | 'charge_cycles' | 'charge_w' | 'wireless_charge_w' | 'half_charge_min' | 'weight_g' | 'charger_weight_g' | 'length_mm' | 'width_mm' | 'thickness_mm' | 'screen_in' | 'display_px' | 'refresh_hz' | 'brightness_nits' | 'srgb_pct' | 'geekbench6_multi' | 'antutu10' | 'cpu_w' | 'chip_nm' | 'camera_lab' | 'camera_mp' | 'aperture_f' | 'optical_zoom' | 'sensor_in' | 'ois' | 'ultrawide' | 'autofocus' | 'video_level' | 'video_stabilised' | 'front_camera_mp' | 'raw' | 'webcam_mp' | 'ir_camera' | 'storage_gb' | 'ram_gb' | 'ip_code' | 'drop_class' | 'update_years' | 'esim' | 'dual_sim' | 'network_g' | 'usb_pd' | 'ports' | 'card_reader' | 'backlit_keyboard' | 'noise_db';
/**
 * A delivery that was queued: that it arrives is not said.
 */
export type QueuedDelivery = {
    /**
     * The delivery.
     */
    delivery_id: string;
    /**
     * The event.
     */
    event_id: string;
    /**
     * How it stands.
     */
    status: DeliveryStatus;
};
/**
 * What became of the failed deliveries that a request came to.
 */
export type QueuedReplays = {
    /**
     * The `offset` of the next request, to be passed back as received; null when there is nothing more.
     */
    next_offset: number | null;
    /**
     * Those that wait to be sent again; at most 100.
     */
    queued: number;
    /**
     * Those that cannot be replayed: their price is not the current one, URL or events were others, or they were replayed
     * three times.
     */
    refused: number;
    /**
     * The subscription.
     */
    subscription_id: string;
};
/**
 * A subscription that was just registered.
 */
export type RegisteredWebhook = Webhook & {
    /**
     * What its deliveries are signed with: shown here and never again. The same answer, sent again
     * for its key, has it for 24 hours, then null.
     */
    signing_secret: string | null;
};
/**
 * When the events happened.
 */
export type ReplayRange = {
    /**
     * From this instant on.
     */
    from: string;
    /**
     * `next_offset` of the answer before, as it was received.
     */
    offset?: number;
    /**
     * Until before this one.
     */
    to: string;
};
/**
 * A product that was asked for.
 */
export type RequestedProduct = {
    found?: ProductComparison | null;
    /**
     * The id or the number that was asked for; a number without padding.
     */
    requested: string;
};
/**
 * Names the preparation, and says that its activation is meant.
 */
export type RotationActivation = {
    /**
     * true, and nothing else.
     */
    confirm: true;
    /**
     * Its id.
     */
    rotation_id: string;
};
/**
 * Names the preparation.
 */
export type RotationCancellation = {
    /**
     * Its id.
     */
    rotation_id: string;
};
/**
 * Where a rotation stands.
 */
export type RotationState = 'prepared' | 'activated' | 'cancelled' | 'expired';
/**
 * What could be chosen. Each part is counted as if nothing were chosen of it and everything of the others.
 */
export type SearchFacets = {
    /**
     * How offers can be had.
     */
    availability: Array<AvailabilityCount>;
    /**
     * Brands, the most products first.
     */
    brands: Array<ValueCount>;
    /**
     * Categories, the most products first.
     */
    categories: Array<ValueCount>;
    price?: PriceRange | null;
};
/**
 * Products that match a query.
 */
export type SearchResponse = {
    /**
     * What else could be chosen; only when one of the parameters beside `q` was sent.
     */
    facets?: SearchFacets;
    /**
     * The best of them, at most 50; with `limit` at most so many.
     */
    items: Array<ProductSummary>;
    /**
     * `cursor` of the next page, null on the last one; only when one of the parameters beside `q` was sent.
     */
    next_cursor?: string | null;
    /**
     * The query as it was sent; empty when none was.
     */
    query: string;
    /**
     * How many products match.
     */
    total: number;
};
/**
 * What comes first: the best match, the cheapest, the dearest, or what most shops sell. Of equal matches, and of products of equally many shops, the cheapest comes first.
 */
export type SearchSort = 'relevance' | 'price_asc' | 'price_desc' | 'stores';
/**
 * A rotation of a secret.
 */
export type SecretRotation = {
    /**
     * Until when it can, or could, be activated.
     */
    expires_at: string;
    /**
     * Names it.
     */
    rotation_id: string;
    /**
     * Where it stands.
     */
    state: RotationState;
    /**
     * Of which subscription.
     */
    subscription_id: string;
};
/**
 * A shop with the terms that hold for its offers unless an offer says otherwise; null for what it does not say.
 */
export type Store = {
    /**
     * What delivery of an order costs.
     */
    delivery_cost?: number | null;
    /**
     * Business days until delivery.
     */
    delivery_days?: number | null;
    /**
     * The item price from which delivery is free.
     */
    free_delivery_from?: number | null;
    /**
     * When the prices that are served were seen there; null before its first feed.
     */
    last_snapshot_at?: string | null;
    /**
     * Days in which goods can be returned.
     */
    return_days?: number | null;
    /**
     * How many reviews are behind the rating.
     */
    seller_reviews?: number | null;
    /**
     * Its rating, 0 to 5.
     */
    seller_score?: number | null;
    /**
     * Its name, as offers have it.
     */
    store: string;
    /**
     * Its own page.
     */
    url?: string | null;
    /**
     * Months of warranty.
     */
    warranty_months?: number | null;
};
/**
 * What a store's points amount to. Every price is an item price unless its name says otherwise.
 */
export type StoreHistorySummary = {
    /**
     * The instant to which statistics reach.
     */
    as_of: string;
    /**
     * Mean of the points.
     */
    average?: number | null;
    /**
     * What it asks now; null when it does not sell the product.
     */
    current?: number | null;
    /**
     * What it asks now at the door; null when its delivery cost is not stated.
     */
    current_delivered_price?: number | null;
    /**
     * The first point's day.
     */
    first_date?: string | null;
    highest?: StorePrice | null;
    /**
     * The last point's day.
     */
    last_date?: string | null;
    lowest?: StorePrice | null;
    /**
     * The highest point.
     */
    max?: number | null;
    /**
     * The lowest point.
     */
    min?: number | null;
    /**
     * How many points there are.
     */
    points: number;
    /**
     * `item`
     */
    price_basis: PriceBasis;
    /**
     * The days looked at.
     */
    range: HistoryRange;
};
/**
 * A store's prices of a day in a summary.
 */
export type StorePrice = {
    /**
     * The day.
     */
    date: string;
    /**
     * Price at the door; null when the delivery cost was not stated.
     */
    delivered_price?: number | null;
    /**
     * Item price.
     */
    item_price: number;
};
/**
 * What one store asked for a product.
 */
export type StorePriceHistory = {
    /**
     * Public id.
     */
    canonical_product_id: string;
    /**
     * One point for each day on which it sold the product, oldest first.
     */
    points: Array<PricePoint>;
    /**
     * The store.
     */
    store: string;
    /**
     * What they amount to.
     */
    summary: StoreHistorySummary;
};
/**
 * The shops.
 */
export type StoresResponse = {
    /**
     * All of them, in the order in which they came.
     */
    items: Array<Store>;
    /**
     * How many there are.
     */
    total: number;
};
/**
 * Says that a test is meant.
 */
export type TestConfirmation = {
    /**
     * true, and nothing else.
     */
    confirm: true;
};
/**
 * Where a price is going.
 */
export type TrendDirection = 'rising' | 'falling' | 'steady';
/**
 * How many products have a value.
 */
export type ValueCount = {
    /**
     * Products that have it, or a category below it.
     */
    count: number;
    /**
     * The value, in its commonest spelling.
     */
    value: string;
};
/**
 * How much a verdict rests on.
 */
export type VerdictConfidence = 'low' | 'medium' | 'high';
/**
 * How good a price is.
 */
export type VerdictLabel = 'great' | 'good' | 'typical' | 'high' | 'wait';
/**
 * What the points of a verdict are made of, each 0 to 1.
 */
export type VerdictParts = {
    /**
     * Weight 30: how far below the median of 90 days.
     */
    below_median: number;
    /**
     * Weight 20: how near to the low of 180 days.
     */
    near_low: number;
    /**
     * Weight 50: mid-rank of the price in 180 days.
     */
    percentile: number;
};
/**
 * How a client is told.
 */
export type WatchChannel = 'email' | 'webhook';
/**
 * What a watch waits for: `target_price`, a price below the target; `back_in_stock`, that the product can be had again; `price_fall`, a fall of the price by `percent`; `new_low`, a price below those of 90 days.
 */
export type WatchCondition = 'target_price' | 'back_in_stock' | 'price_fall' | 'new_low';
/**
 * Whether a watch may fire.
 */
export type WatchStatus = 'active' | 'paused';
/**
 * The price watches of a client.
 */
export type WatchlistResponse = {
    /**
     * All of them, the oldest first.
     */
    items: Array<PriceWatch>;
    /**
     * How many there are.
     */
    total: number;
};
/**
 * A price that a watch waited for.
 */
export type WatchlistTriggered = {
    /**
     * Its product.
     */
    canonical_product_id: string;
    /**
     * What was waited for; not there when it was a price below the target.
     */
    condition?: WatchCondition;
    /**
     * The lowest delivered price, or that of the watch's store; below the target, if there is one.
     */
    current_price: number;
    /**
     * When the catalogue took the price in.
     */
    observed_at: string;
    /**
     * Of a fall: by how many percent at least.
     */
    percent?: number;
    /**
     * The product's name, as it was then.
     */
    product_name: string;
    /**
     * Of a fall: the price from which it is.
     */
    reference_price?: number;
    /**
     * Stands for the product's offers and delivery terms: equal means the same evidence.
     */
    source_revision: string;
    /**
     * Who asks it.
     */
    store: string;
    /**
     * The watch's target, as it was then; null where another condition was waited for.
     */
    target_price: number | null;
    /**
     * The watch.
     */
    watch_id: string;
};
/**
 * The event of a watch: a price moved below its target or fell, or its product can be had again.
 */
export type WatchlistTriggeredEvent = {
    /**
     * When it happened; an attempt may be much later.
     */
    created_at: string;
    /**
     * What happened.
     */
    data: WatchlistTriggered;
    /**
     * The event; what receivers deduplicate by.
     */
    id: string;
    /**
     * Only events of live mode are sent.
     */
    mode: 'live';
    /**
     * A watch fired.
     */
    type: 'watchlist.triggered';
};
/**
 * A webhook subscription.
 */
export type Webhook = {
    /**
     * Until when its endpoint is left alone after failures; null when it is not.
     */
    cooldown_until: string | null;
    /**
     * When it was registered.
     */
    created_at: string;
    /**
     * Switched on or off by its owner; a cooldown does not change it.
     */
    enabled: boolean;
    /**
     * Which events go there. A test goes there in any case.
     */
    events: Array<EventKind>;
    /**
     * Its id.
     */
    id: string;
    incident: Incident | null;
    /**
     * The mode of the keys that see it.
     */
    mode: Mode;
    pending_rotation: PendingRotation | null;
    /**
     * When its owner changed it last; later after each change.
     */
    updated_at: string;
    /**
     * Where events go, in its stored spelling.
     */
    url: string;
};
/**
 * The newest entries of the audit.
 */
export type WebhookAudit = {
    /**
     * The newest first.
     */
    items: Array<WebhookAuditEntry>;
};
/**
 * One of them.
 */
export type WebhookAuditEntry = {
    /**
     * What was done.
     */
    action: AuditAction;
    /**
     * By whom: a one-way reference to an API key, or `system`.
     */
    actor: string;
    /**
     * When.
     */
    at: string;
    /**
     * Its id.
     */
    id: string;
    /**
     * `succeeded`, or the code of the error with which it was refused.
     */
    outcome: AuditOutcome;
    /**
     * To which one; null when it was not known yet.
     */
    target_id: string | null;
    target_type: AuditTargetType | null;
};
/**
 * One event on its way to one subscription.
 */
export type WebhookDelivery = {
    /**
     * Its attempts that ended, in order.
     */
    attempt_history: Array<DeliveryAttempt>;
    /**
     * Attempts in all, a running one included.
     */
    attempts: number;
    /**
     * When it was queued.
     */
    created_at: string;
    /**
     * When the receiver acknowledged it.
     */
    delivered_at: string | null;
    /**
     * The event: `id` in its envelope, and the `Idempotency-Key` of its requests.
     */
    event_id: string;
    /**
     * Its kind.
     */
    event_type: EventKind;
    /**
     * Its id; a replay keeps it.
     */
    id: string;
    last_error_code: DeliveryErrorCode | null;
    /**
     * How often it was replayed by hand.
     */
    manual_replays: number;
    /**
     * Before when there is no further attempt; null unless it is pending.
     */
    next_attempt_at: string | null;
    /**
     * How it stands; pending and sending are not complete.
     */
    status: DeliveryStatus;
    /**
     * To which subscription.
     */
    subscription_id: string;
    /**
     * When it changed last.
     */
    updated_at: string;
};
/**
 * A delivery with what is sent for it.
 */
export type WebhookDeliveryDetail = WebhookDelivery & {
    /**
     * How answers of failed attempts began; left out where none did.
     */
    answers?: Array<DeliveryAnswer>;
    /**
     * What is, or was, sent, byte for byte: JSON as a text; null when it is kept no more.
     */
    payload: string | null;
};
/**
 * A page of deliveries.
 */
export type WebhookDeliveryList = {
    /**
     * This page's, the newest first.
     */
    items: Array<WebhookDelivery>;
    /**
     * The `offset` of the next page, to be passed back as received; null on the last page.
     */
    next_offset: number | null;
    /**
     * How many there are in all.
     */
    total: number;
};
/**
 * A subscription that is wanted.
 */
export type WebhookInput = {
    /**
     * Which events; one that comes twice counts once.
     */
    events: Array<EventKind>;
    /**
     * Where events go: a public HTTPS URL on port 443 with a host name in the public DNS.
     */
    url: string;
};
/**
 * A page of subscriptions.
 */
export type WebhookList = {
    /**
     * This page's, the newest first.
     */
    items: Array<Webhook>;
    /**
     * The `offset` of the next page, to be passed back as received; null on the last page.
     */
    next_offset: number | null;
    /**
     * How many there are in all.
     */
    total: number;
};
/**
 * A summary of the deliveries that are kept.
 */
export type WebhookMetrics = {
    /**
     * Attempts that ended.
     */
    attempts: number;
    /**
     * Deliveries by what went wrong last; codes without any are left out.
     */
    by_error_code: {
        [key: string]: number;
    };
    /**
     * The same by how they stand.
     */
    by_status: DeliveriesByStatus;
    duration_ms: AttemptDurations | null;
    /**
     * When this was counted.
     */
    generated_at: string;
    /**
     * Age of the oldest delivery that is pending or sending; null when there is none.
     */
    oldest_pending_seconds: number | null;
    /**
     * Incidents that are not resolved.
     */
    open_incidents: number;
    /**
     * Delivered ones of those that ended delivered or failed, 0 to 1; null when none has.
     */
    success_rate: number | null;
    /**
     * Deliveries in all.
     */
    total: number;
    /**
     * For how many days deliveries are kept.
     */
    window_days: number;
};
/**
 * A change of a subscription: at least one member.
 */
export type WebhookPatch = {
    /**
     * On or off.
     */
    enabled?: boolean;
    /**
     * The new choice of events.
     */
    events?: Array<EventKind>;
    /**
     * The new URL.
     */
    url?: string;
};
/**
 * Says that this is a test.
 */
export type WebhookTest = {
    /**
     * true, and nothing else.
     */
    test: true;
};
/**
 * A test that somebody asked for. It has no effect on business.
 */
export type WebhookTestEvent = {
    /**
     * When it was asked for.
     */
    created_at: string;
    /**
     * The flag and nothing else.
     */
    data: WebhookTest;
    /**
     * The event; what receivers deduplicate by.
     */
    id: string;
    /**
     * Only events of live mode are sent.
     */
    mode: 'live';
    /**
     * A test was asked for.
     */
    type: 'webhook.test';
};
/**
 * Version of the interface; only 1 is served
 */
export type XApiVersion = '1';
/**
 * A stable id of the caller's choice: each of its clients has watches of its own
 */
export type XServiceClientId = string;
/**
 * How many at most
 */
export type Limit = number;
/**
 * Where the page begins: 0 is the beginning; otherwise `next_offset` of the page before, passed back as received, never computed. Pages neither repeat nor skip what was there, also while new entries come.
 */
export type Offset = number;
/**
 * Its id; what does not have the form of one is not found
 */
export type WebhookId = string;
export type CompareProductsData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query: {
        /**
         * Two to four different product ids, separated by commas
         */
        ids: string;
        /**
         * Days of the historical signals
         */
        range?: HistoryRange;
        /**
         * What the buyer is after
         */
        goal?: ComparisonGoal;
    };
    url: '/compare';
};
export type CompareProductsErrors = {
    /**
     * The request is not valid, or the products cannot be compared
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No product has one of these ids
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type CompareProductsError = CompareProductsErrors[keyof CompareProductsErrors];
export type CompareProductsResponses = {
    /**
     * The comparison
     */
    200: ComparisonResponse;
};
export type CompareProductsResponse = CompareProductsResponses[keyof CompareProductsResponses];
export type GetInfoData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/info';
};
export type GetInfoErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * The service has just started and reads the catalogue; see Retry-After
     */
    503: Error;
};
export type GetInfoError = GetInfoErrors[keyof GetInfoErrors];
export type GetInfoResponses = {
    /**
     * About the deployment
     */
    200: Info;
};
export type GetInfoResponse = GetInfoResponses[keyof GetInfoResponses];
export type GetOpenApiData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/openapi.json';
};
export type GetOpenApiErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetOpenApiError = GetOpenApiErrors[keyof GetOpenApiErrors];
export type GetOpenApiResponses = {
    /**
     * The OpenAPI document
     */
    200: unknown;
};
export type GetProductsData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: {
        /**
         * 1 to 50 different product ids, separated by commas
         */
        ids?: string;
        /**
         * 1 to 50 different trade item numbers (GTIN-8, -12, -13, -14), separated by commas
         */
        eans?: string;
    };
    url: '/products';
};
export type GetProductsErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * The service has just started and reads the catalogue; see Retry-After
     */
    503: Error;
};
export type GetProductsError = GetProductsErrors[keyof GetProductsErrors];
export type GetProductsResponses = {
    /**
     * The products
     */
    200: ProductsResponse;
};
export type GetProductsResponse = GetProductsResponses[keyof GetProductsResponses];
export type GetProductData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Public id of the product
         */
        canonical_product_id: string;
    };
    query?: never;
    url: '/products/{canonical_product_id}';
};
export type GetProductErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No product has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetProductError = GetProductErrors[keyof GetProductErrors];
export type GetProductResponses = {
    /**
     * The product
     */
    200: ProductComparison;
};
export type GetProductResponse = GetProductResponses[keyof GetProductResponses];
export type GetPriceHistoryData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Public id of the product
         */
        canonical_product_id: string;
    };
    query?: {
        /**
         * Days looked at
         */
        range?: HistoryRange;
        /**
         * Name of a store, in any case
         */
        store?: string;
    };
    url: '/products/{canonical_product_id}/history';
};
export type GetPriceHistoryErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No product has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetPriceHistoryError = GetPriceHistoryErrors[keyof GetPriceHistoryErrors];
export type GetPriceHistoryResponses = {
    /**
     * Price intelligence, or with `store` the store's price history
     */
    200: PriceHistory;
};
export type GetPriceHistoryResponse = GetPriceHistoryResponses[keyof GetPriceHistoryResponses];
export type SearchProductsData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: {
        /**
         * Product name, model, alias or EAN; may be left out only beside `brand` or `category`
         */
        q?: string;
        /**
         * The most items of one answer
         */
        limit?: number;
        /**
         * `next_cursor` of the answer before, empty for the first page; the other parameters stay as they were
         */
        cursor?: string;
        /**
         * A brand, in any case
         */
        brand?: string;
        /**
         * A category, in any case; of a path its first parts are enough (`Computers > Laptops`)
         */
        category?: string;
        /**
         * The least that the lowest delivered price may be
         */
        min_price?: number;
        /**
         * The most that the lowest delivered price may be
         */
        max_price?: number;
        /**
         * Some offer can be had in this way
         */
        availability?: Availability;
        /**
         * What comes first; `relevance` unless it is given
         */
        sort?: SearchSort;
    };
    url: '/search';
};
export type SearchProductsErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * The service has just started and reads the catalogue; see Retry-After
     */
    503: Error;
};
export type SearchProductsError = SearchProductsErrors[keyof SearchProductsErrors];
export type SearchProductsResponses = {
    /**
     * The matches
     */
    200: SearchResponse;
};
export type SearchProductsResponse = SearchProductsResponses[keyof SearchProductsResponses];
export type ListStoresData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/stores';
};
export type ListStoresErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type ListStoresError = ListStoresErrors[keyof ListStoresErrors];
export type ListStoresResponses = {
    /**
     * The shops
     */
    200: StoresResponse;
};
export type ListStoresResponse = ListStoresResponses[keyof ListStoresResponses];
export type ListPriceWatchesData = {
    body?: never;
    headers: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
        /**
         * A stable id of the caller's choice: each of its clients has watches of its own
         */
        'X-Service-Client-Id': string;
    };
    path?: never;
    query?: never;
    url: '/watchlists';
};
export type ListPriceWatchesErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked, or X-Service-Client-Id is missing or ill-formed
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * The service has just started and reads the catalogue; see Retry-After
     */
    503: Error;
};
export type ListPriceWatchesError = ListPriceWatchesErrors[keyof ListPriceWatchesErrors];
export type ListPriceWatchesResponses = {
    /**
     * The watches
     */
    200: WatchlistResponse;
};
export type ListPriceWatchesResponse = ListPriceWatchesResponses[keyof ListPriceWatchesResponses];
export type CreatePriceWatchData = {
    body: PriceWatchInput;
    headers: {
        /**
         * New for each watch that is wanted, the same when a request is sent again: the answer is then the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
        /**
         * A stable id of the caller's choice: each of its clients has watches of its own
         */
        'X-Service-Client-Id': string;
    };
    path?: never;
    query?: never;
    url: '/watchlists';
};
export type CreatePriceWatchErrors = {
    /**
     * The request is not valid, or the product has no current offer and the channel is webhook
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked, or X-Service-Client-Id is missing or ill-formed
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No product has this id
     */
    404: Error;
    /**
     * A request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type CreatePriceWatchError = CreatePriceWatchErrors[keyof CreatePriceWatchErrors];
export type CreatePriceWatchResponses = {
    /**
     * The watch
     */
    201: PriceWatch;
};
export type CreatePriceWatchResponse = CreatePriceWatchResponses[keyof CreatePriceWatchResponses];
export type DeletePriceWatchData = {
    body?: never;
    headers: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
        /**
         * A stable id of the caller's choice: each of its clients has watches of its own
         */
        'X-Service-Client-Id': string;
    };
    path: {
        /**
         * Id of the watch
         */
        watch_id: string;
    };
    query?: never;
    url: '/watchlists/{watch_id}';
};
export type DeletePriceWatchErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked, or X-Service-Client-Id is missing or ill-formed
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No watch of the client has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type DeletePriceWatchError = DeletePriceWatchErrors[keyof DeletePriceWatchErrors];
export type DeletePriceWatchResponses = {
    /**
     * The watch is removed
     */
    204: void;
};
export type DeletePriceWatchResponse = DeletePriceWatchResponses[keyof DeletePriceWatchResponses];
export type UpdatePriceWatchData = {
    body: PriceWatchPatch;
    headers: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
        /**
         * A stable id of the caller's choice: each of its clients has watches of its own
         */
        'X-Service-Client-Id': string;
    };
    path: {
        /**
         * Id of the watch
         */
        watch_id: string;
    };
    query?: never;
    url: '/watchlists/{watch_id}';
};
export type UpdatePriceWatchErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked, or X-Service-Client-Id is missing or ill-formed
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No watch of the client has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type UpdatePriceWatchError = UpdatePriceWatchErrors[keyof UpdatePriceWatchErrors];
export type UpdatePriceWatchResponses = {
    /**
     * The watch
     */
    200: PriceWatch;
};
export type UpdatePriceWatchResponse = UpdatePriceWatchResponses[keyof UpdatePriceWatchResponses];
export type GetWebhookAuditData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/webhook-audit';
};
export type GetWebhookAuditErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetWebhookAuditError = GetWebhookAuditErrors[keyof GetWebhookAuditErrors];
export type GetWebhookAuditResponses = {
    /**
     * The entries
     */
    200: WebhookAudit;
};
export type GetWebhookAuditResponse = GetWebhookAuditResponses[keyof GetWebhookAuditResponses];
export type ListWebhookDeliveriesData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: {
        /**
         * Only of this subscription
         */
        subscription_id?: string;
        /**
         * How many at most
         */
        limit?: number;
        /**
         * Where the page begins: 0 is the beginning; otherwise `next_offset` of the page before, passed back as received, never computed. Pages neither repeat nor skip what was there, also while new entries come.
         */
        offset?: number;
    };
    url: '/webhook-deliveries';
};
export type ListWebhookDeliveriesErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No webhook has the id subscription_id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type ListWebhookDeliveriesError = ListWebhookDeliveriesErrors[keyof ListWebhookDeliveriesErrors];
export type ListWebhookDeliveriesResponses = {
    /**
     * A page of deliveries
     */
    200: WebhookDeliveryList;
};
export type ListWebhookDeliveriesResponse = ListWebhookDeliveriesResponses[keyof ListWebhookDeliveriesResponses];
export type GetWebhookDeliveryData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhook-deliveries/{id}';
};
export type GetWebhookDeliveryErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No delivery has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetWebhookDeliveryError = GetWebhookDeliveryErrors[keyof GetWebhookDeliveryErrors];
export type GetWebhookDeliveryResponses = {
    /**
     * The delivery
     */
    200: WebhookDeliveryDetail;
};
export type GetWebhookDeliveryResponse = GetWebhookDeliveryResponses[keyof GetWebhookDeliveryResponses];
export type RetryWebhookDeliveryData = {
    body?: never;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhook-deliveries/{id}/retry';
};
export type RetryWebhookDeliveryErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, the workspace the entitlement, or the key is one of test mode
     */
    403: Error;
    /**
     * No delivery has this id
     */
    404: Error;
    /**
     * The delivery cannot be replayed: `error` says why; or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type RetryWebhookDeliveryError = RetryWebhookDeliveryErrors[keyof RetryWebhookDeliveryErrors];
export type RetryWebhookDeliveryResponses = {
    /**
     * The delivery waits to be sent
     */
    202: QueuedDelivery;
};
export type RetryWebhookDeliveryResponse = RetryWebhookDeliveryResponses[keyof RetryWebhookDeliveryResponses];
export type GetWebhookMetricsData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/webhook-metrics';
};
export type GetWebhookMetricsErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetWebhookMetricsError = GetWebhookMetricsErrors[keyof GetWebhookMetricsErrors];
export type GetWebhookMetricsResponses = {
    /**
     * The summary
     */
    200: WebhookMetrics;
};
export type GetWebhookMetricsResponse = GetWebhookMetricsResponses[keyof GetWebhookMetricsResponses];
export type ListWebhooksData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: {
        /**
         * How many at most
         */
        limit?: number;
        /**
         * Where the page begins: 0 is the beginning; otherwise `next_offset` of the page before, passed back as received, never computed. Pages neither repeat nor skip what was there, also while new entries come.
         */
        offset?: number;
    };
    url: '/webhooks';
};
export type ListWebhooksErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type ListWebhooksError = ListWebhooksErrors[keyof ListWebhooksErrors];
export type ListWebhooksResponses = {
    /**
     * A page of subscriptions
     */
    200: WebhookList;
};
export type ListWebhooksResponse = ListWebhooksResponses[keyof ListWebhooksResponses];
export type CreateWebhookData = {
    body: WebhookInput;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path?: never;
    query?: never;
    url: '/webhooks';
};
export type CreateWebhookErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * A request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests, or the workspace has as many webhooks as it may have; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type CreateWebhookError = CreateWebhookErrors[keyof CreateWebhookErrors];
export type CreateWebhookResponses = {
    /**
     * The subscription with its signing secret
     */
    201: RegisteredWebhook;
};
export type CreateWebhookResponse = CreateWebhookResponses[keyof CreateWebhookResponses];
export type DeleteWebhookData = {
    body?: never;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};
export type DeleteWebhookErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * A request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type DeleteWebhookError = DeleteWebhookErrors[keyof DeleteWebhookErrors];
export type DeleteWebhookResponses = {
    /**
     * The subscription is removed
     */
    204: void;
};
export type DeleteWebhookResponse = DeleteWebhookResponses[keyof DeleteWebhookResponses];
export type GetWebhookData = {
    body?: never;
    headers?: {
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};
export type GetWebhookErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope that this needs
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type GetWebhookError = GetWebhookErrors[keyof GetWebhookErrors];
export type GetWebhookResponses = {
    /**
     * The subscription
     */
    200: Webhook;
};
export type GetWebhookResponse = GetWebhookResponses[keyof GetWebhookResponses];
export type UpdateWebhookData = {
    body: WebhookPatch;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}';
};
export type UpdateWebhookErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * A request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * It would be switched on, and webhooks are not delivered in this deployment
     */
    503: Error;
};
export type UpdateWebhookError = UpdateWebhookErrors[keyof UpdateWebhookErrors];
export type UpdateWebhookResponses = {
    /**
     * The subscription
     */
    200: Webhook;
};
export type UpdateWebhookResponse = UpdateWebhookResponses[keyof UpdateWebhookResponses];
export type AcknowledgeIncidentData = {
    body: IncidentAcknowledgement;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/incidents/acknowledge';
};
export type AcknowledgeIncidentErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id, or it has no such incident
     */
    404: Error;
    /**
     * A request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type AcknowledgeIncidentError = AcknowledgeIncidentErrors[keyof AcknowledgeIncidentErrors];
export type AcknowledgeIncidentResponses = {
    /**
     * The incident as it is now
     */
    200: Incident;
};
export type AcknowledgeIncidentResponse = AcknowledgeIncidentResponses[keyof AcknowledgeIncidentResponses];
export type ReplayFailedDeliveriesData = {
    body: ReplayRange;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/replays';
};
export type ReplayFailedDeliveriesErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, the workspace the entitlement, or the key is one of test mode
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * The webhook is switched off, or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type ReplayFailedDeliveriesError = ReplayFailedDeliveriesErrors[keyof ReplayFailedDeliveriesErrors];
export type ReplayFailedDeliveriesResponses = {
    /**
     * What was failed and can be replayed waits to be sent
     */
    202: QueuedReplays;
};
export type ReplayFailedDeliveriesResponse = ReplayFailedDeliveriesResponses[keyof ReplayFailedDeliveriesResponses];
export type PrepareSecretRotationData = {
    body?: never;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/secret-rotation';
};
export type PrepareSecretRotationErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * A new secret is prepared already, or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type PrepareSecretRotationError = PrepareSecretRotationErrors[keyof PrepareSecretRotationErrors];
export type PrepareSecretRotationResponses = {
    /**
     * The new secret
     */
    201: PreparedRotation;
};
export type PrepareSecretRotationResponse = PrepareSecretRotationResponses[keyof PrepareSecretRotationResponses];
export type ActivateSecretRotationData = {
    body: RotationActivation;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/secret-rotation/activate';
};
export type ActivateSecretRotationErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id, or it has no such rotation
     */
    404: Error;
    /**
     * The rotation is over, or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type ActivateSecretRotationError = ActivateSecretRotationErrors[keyof ActivateSecretRotationErrors];
export type ActivateSecretRotationResponses = {
    /**
     * The rotation as it is now
     */
    200: SecretRotation;
};
export type ActivateSecretRotationResponse = ActivateSecretRotationResponses[keyof ActivateSecretRotationResponses];
export type CancelSecretRotationData = {
    body: RotationCancellation;
    headers?: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key'?: string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/secret-rotation/cancel';
};
export type CancelSecretRotationErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, or the workspace the entitlement, that this needs
     */
    403: Error;
    /**
     * No webhook has this id, or it has no such rotation
     */
    404: Error;
    /**
     * The rotation is over, or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
};
export type CancelSecretRotationError = CancelSecretRotationErrors[keyof CancelSecretRotationErrors];
export type CancelSecretRotationResponses = {
    /**
     * The rotation as it is now
     */
    200: SecretRotation;
};
export type CancelSecretRotationResponse = CancelSecretRotationResponses[keyof CancelSecretRotationResponses];
export type TestWebhookData = {
    body: TestConfirmation;
    headers: {
        /**
         * New for each thing that is wanted, the same when a request is sent again: it takes effect once, and the answer is the first one
         */
        'Idempotency-Key': string;
        /**
         * Version of the interface; only 1 is served
         */
        'X-API-Version'?: '1';
    };
    path: {
        /**
         * Its id; what does not have the form of one is not found
         */
        id: string;
    };
    query?: never;
    url: '/webhooks/{id}/test';
};
export type TestWebhookErrors = {
    /**
     * The request is not valid, or X-API-Version is not 1
     */
    400: Error;
    /**
     * The API key is missing, unknown or revoked
     */
    401: Error;
    /**
     * The key lacks the scope, the workspace the entitlement, or the key is one of test mode
     */
    403: Error;
    /**
     * No webhook has this id
     */
    404: Error;
    /**
     * The webhook is switched off, or a request with this key is still running
     */
    409: Error;
    /**
     * The body is too long
     */
    413: Error;
    /**
     * Path and query are too long
     */
    414: Error;
    /**
     * The body is of a type that is not read
     */
    415: Error;
    /**
     * The key was used for another request
     */
    422: Error;
    /**
     * Too many requests, or the last test was less than a minute ago; see Retry-After
     */
    429: Error;
    /**
     * The headers are too long or too many
     */
    431: Error;
    /**
     * A temporary error of the server
     */
    500: Error;
    /**
     * Webhooks are not delivered in this deployment
     */
    503: Error;
};
export type TestWebhookError = TestWebhookErrors[keyof TestWebhookErrors];
export type TestWebhookResponses = {
    /**
     * The test waits to be delivered
     */
    202: QueuedDelivery;
};
export type TestWebhookResponse = TestWebhookResponses[keyof TestWebhookResponses];
/**
 * One line of JSON in UTF-8, never compressed
 */
export type ReceivePriceWatchWebhookPayload = WatchlistTriggeredEvent;
export type ReceivePriceWatchWebhookRequest = {
    body: ReceivePriceWatchWebhookPayload;
    key: 'watchlist.triggered';
    path?: never;
    query?: never;
};
/**
 * One line of JSON in UTF-8, never compressed
 */
export type ReceiveWebhookTestWebhookPayload = WebhookTestEvent;
export type ReceiveWebhookTestWebhookRequest = {
    body: ReceiveWebhookTestWebhookPayload;
    key: 'webhook.test';
    path?: never;
    query?: never;
};
