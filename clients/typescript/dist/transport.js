import { ConnectionFailed, refusal } from "./errors.js";
const RETRIED = new Set([429, 500, 502, 503, 504]);
/** The seconds of a `Retry-After`, which may be a date; undefined for nonsense. */
export function waitTold(value) {
    if (!value)
        return undefined;
    if (/^[0-9]+$/.test(value))
        return Number(value);
    // dates of HTTP begin with a day of the week; the platform takes other texts for dates, too
    const at = /^[A-Z][a-z]{2}/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000);
}
/** Whether the same request may be answered otherwise a little later. */
function isPassing(error) {
    if (error.code === "delivery_unavailable")
        return error.retryAfter !== undefined;
    return RETRIED.has(error.status) || error.code === "idempotency_in_progress";
}
/**
 * A `fetch` that sends again when that is safe, and throws for refusals. Reads, and requests with an
 * `Idempotency-Key`, are sent again after failures of every kind; others only after 429, which has had no effect.
 */
export function retrying(sending) {
    const { timeout = 10_000, retries = 3, longestWait = 30 } = sending;
    const send = sending.fetch ?? globalThis.fetch;
    return async (input, init) => {
        const request = new Request(input, init);
        const isRead = request.method === "GET" || request.method === "HEAD";
        const repeatable = isRead || request.headers.has("idempotency-key");
        for (let attempt = 0;; attempt += 1) {
            let failed;
            let again = repeatable;
            let pause = (0.5 + Math.random() / 2) * Math.min(0.2 * 2 ** attempt, 5);
            try {
                const signal = AbortSignal.timeout(timeout);
                const response = await send(request.clone(), { signal });
                // the whole body, since a connection may break in the middle of it
                const body = await response.arrayBuffer();
                if (response.status < 400) {
                    const empty = response.status === 204 || response.status === 304;
                    return new Response(empty ? null : body, response);
                }
                const told = waitTold(response.headers.get("retry-after"));
                const error = refusal(response, new TextDecoder().decode(body), told);
                again = isPassing(error) && (repeatable || error.status === 429);
                pause = told ?? pause;
                failed = error;
            }
            catch (cause) {
                const why = cause instanceof Error ? cause.message : String(cause);
                failed = new ConnectionFailed(`${request.method} ${request.url}: ${why}`, { cause });
                if (request.signal.aborted)
                    throw failed;
            }
            if (!again || attempt >= retries || pause > longestWait)
                throw failed;
            await new Promise((done) => setTimeout(done, pause * 1000));
        }
    };
}
