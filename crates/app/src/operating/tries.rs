use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use time::{Duration, OffsetDateTime};

/// Wrong passwords for one name, one after another, until it has to wait.
const MOST: u32 = 10;

/// How long a name waits after the last of them.
const WAIT: Duration = Duration::minutes(15);

/// Names that are remembered; beyond, none that is new is let in until others have waited.
const MOST_NAMES: usize = 10_000;

/// Wrong passwords of late, by name. This process's own: each replica counts for itself.
#[derive(Debug, Default)]
pub struct Tries {
    wrong: Mutex<HashMap<String, Wrong>>,
}

#[derive(Debug, Clone, Copy)]
struct Wrong {
    tries: u32,
    last: OffsetDateTime,
}

impl Tries {
    /// Counts a try as wrong until [`Tries::forget`] says otherwise: tries at once count too. `Err` with the seconds
    /// to wait when the name has none left.
    pub fn begin(&self, name: &str, now: OffsetDateTime) -> Result<(), u32> {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if wrong.len() >= MOST_NAMES {
            wrong.retain(|_, it| now - it.last < WAIT);
        }
        let known = wrong.get(name).filter(|it| now - it.last < WAIT);
        let tries = known.map_or(0, |it| it.tries);
        if tries >= MOST || (known.is_none() && wrong.len() >= MOST_NAMES) {
            let since = known.map_or(Duration::ZERO, |it| now - it.last);
            let left = (WAIT - since).whole_seconds().max(1);
            return Err(u32::try_from(left).unwrap_or(u32::MAX));
        }
        let begun = Wrong {
            tries: tries + 1,
            last: now,
        };
        wrong.insert(name.to_owned(), begun);
        Ok(())
    }

    /// The try that was begun last could not be made.
    pub fn take_back(&self, name: &str) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(it) = wrong.get_mut(name) {
            it.tries = it.tries.saturating_sub(1);
        }
    }

    /// The password was right.
    pub fn forget(&self, name: &str) {
        let mut wrong = self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        wrong.remove(name);
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{MOST, MOST_NAMES, Tries, WAIT};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn a_name_has_so_many_tries_and_then_waits() {
        let tries = Tries::default();
        for _ in 0..MOST {
            assert_eq!(tries.begin("ada", NOW), Ok(()));
        }
        assert_eq!(tries.begin("ada", NOW), Err(900));
        assert_eq!(tries.begin("ada", NOW + Duration::seconds(899)), Err(1));
        assert_eq!(tries.begin("bob", NOW), Ok(()));
        assert_eq!(tries.begin("ada", NOW + WAIT), Ok(()));
    }

    #[test]
    fn a_right_password_gives_all_tries_back() {
        let tries = Tries::default();
        for _ in 0..3 * MOST {
            assert_eq!(tries.begin("ada", NOW), Ok(()));
            tries.forget("ada");
        }
    }

    #[test]
    fn names_do_not_pile_up() {
        let tries = Tries::default();
        for name in 0..MOST_NAMES {
            assert_eq!(tries.begin(&name.to_string(), NOW), Ok(()));
        }
        assert_eq!(tries.begin("one more", NOW), Err(900));
        assert_eq!(tries.begin("0", NOW), Ok(()));
        assert_eq!(tries.begin("one more", NOW + WAIT), Ok(()));
    }
}
