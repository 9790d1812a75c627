use std::fmt;

/// The catalogue lock of an open snapshot: dropped before the snapshot has ended, it gives the lock back,
/// and what was staged is left to the next writer. So whoever breaks an import off, in whatever way,
/// keeps nobody out.
#[derive(Default)]
pub struct LockGuard(Option<Box<dyn FnOnce() + Send + Sync>>);

impl LockGuard {
    /// A guard that calls this when it is dropped. The call must not wait.
    pub fn new(release: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(release)))
    }
}

impl Drop for LockGuard {
    fn drop(&mut self) {
        if let Some(release) = self.0.take() {
            release();
        }
    }
}

impl fmt::Debug for LockGuard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LockGuard")
    }
}
