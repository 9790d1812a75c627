/// How one part of the service stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadinessItem {
    /// Name of the part.
    pub name: String,
    /// It works.
    pub ok: bool,
    /// Without it the service is not ready; otherwise it is a detail of the answer.
    pub required: bool,
    /// Words for the operator; no secrets.
    pub detail: String,
}

/// What the binary adds to `/readyz`.
pub trait Readiness: Send + Sync {
    /// How the parts stand now. Called at each probe: must not wait.
    fn items(&self) -> Vec<ReadinessItem>;
}

impl<F: Fn() -> Vec<ReadinessItem> + Send + Sync> Readiness for F {
    fn items(&self) -> Vec<ReadinessItem> {
        self()
    }
}
