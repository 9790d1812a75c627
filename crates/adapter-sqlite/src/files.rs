//! Whose the files of a store are, and who may use them.
//!
//! The database gets a mode of its own, whatever the umask; SQLite gives `-wal` and `-shm` mode and
//! owner of the database, and the locks get them here. What root makes belongs to whom the store belongs
//! to, so that a command which is run as root once does not lock the service out.

use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, fchown};
use std::path::Path;

/// Who may use the files of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FileAccess {
    /// Their owner.
    #[default]
    Owner,
    /// Their owner, and the group may read.
    GroupReads,
}

/// What of a mode says who may read and write.
const READ_WRITE: u32 = 0o666;

impl FileAccess {
    /// The mode of files.
    pub const fn file_mode(self) -> u32 {
        match self {
            Self::Owner => 0o600,
            Self::GroupReads => 0o640,
        }
    }

    const fn folder_mode(self) -> u32 {
        match self {
            Self::Owner => 0o700,
            Self::GroupReads => 0o750,
        }
    }

    /// The mode of a file, when it lets in more than it should.
    pub fn too_wide(self, metadata: &Metadata) -> Option<u32> {
        let mode = metadata.mode() & 0o777;
        (mode & !self.file_mode() != 0).then_some(mode)
    }

    /// Makes the folder of a file, and those above it, where they are missing.
    pub fn create_folder_of(self, file: &Path) -> io::Result<()> {
        let folder = folder_of(file);
        if folder.is_dir() {
            return Ok(());
        }
        self.create_folder_of(folder)?;
        match DirBuilder::new().mode(self.folder_mode()).create(folder) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
            Err(error) => Err(error),
            Ok(()) => {
                let owner = fs::metadata(folder_of(folder))?;
                settle(&File::open(folder)?, folder, self.folder_mode(), &owner)
            }
        }
    }

    /// Creates a file beside a database, or the database; fails when it is there. It belongs to whom the
    /// database belongs to, or its folder.
    pub fn create_new(self, path: &Path, database: &Path) -> io::Result<File> {
        let owner = fs::metadata(database).or_else(|_| fs::metadata(folder_of(path)))?;
        create_new(path, self.file_mode(), &owner)
    }
}

/// Opens the lock of a database, which is created with the database's mode and owner. One that root
/// made for itself is given to the database's owner.
pub(crate) fn open_lock(path: &Path, database: &Path) -> io::Result<File> {
    let like = fs::metadata(database)?;
    let mode = like.mode() & READ_WRITE;
    match create_new(path, mode, &like) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        created => return created,
    }
    let lock = File::options().write(true).open(path)?;
    if lock.metadata()?.uid() == 0 && like.uid() != 0 {
        settle(&lock, path, mode, &like)?;
    }
    Ok(lock)
}

fn create_new(path: &Path, mode: u32, owner: &Metadata) -> io::Result<File> {
    let file = File::options()
        .create_new(true)
        .write(true)
        .mode(mode)
        .open(path)?;
    settle(&file, path, mode, owner)?;
    Ok(file)
}

/// Gives a file its mode, and to its owner what somebody else made who may give it away.
fn settle(file: &File, path: &Path, mode: u32, owner: &Metadata) -> io::Result<()> {
    let ours = file.metadata()?;
    if !is_named(&ours, path)? {
        return Ok(());
    }
    file.set_permissions(Permissions::from_mode(mode))?;
    if ours.uid() == owner.uid() {
        return Ok(());
    }
    match fchown(file, Some(owner.uid()), Some(owner.gid())) {
        // only root gives files away
        Err(error) if error.kind() != ErrorKind::PermissionDenied => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Whether the path itself names the opened file, and nothing else does: the owner of the folder may
/// have put a link to a file of root there.
fn is_named(opened: &Metadata, path: &Path) -> io::Result<bool> {
    let named = fs::symlink_metadata(path)?;
    let is_same = (opened.dev(), opened.ino()) == (named.dev(), named.ino());
    Ok(is_same && (opened.is_dir() || opened.nlink() == 1))
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
    use std::path::Path;

    use super::{FileAccess, open_lock};

    /// A user that owns nothing else.
    const SOMEBODY: u32 = 65_534;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o777
    }

    #[test]
    fn folders_and_files_are_for_their_owner_unless_the_group_may_read() {
        for (access, folder_mode, file_mode) in [
            (FileAccess::Owner, 0o700, 0o600),
            (FileAccess::GroupReads, 0o750, 0o640),
        ] {
            let there = tempfile::tempdir().unwrap();
            let database = there.path().join("a/b/prices.sqlite");
            access.create_folder_of(&database).unwrap();
            access.create_folder_of(&database).unwrap();
            assert_eq!(mode(&there.path().join("a")), folder_mode);
            assert_eq!(mode(&there.path().join("a/b")), folder_mode);
            access.create_new(&database, &database).unwrap();
            assert_eq!(mode(&database), file_mode);
            assert!(access.create_new(&database, &database).is_err());
            assert_eq!(access.too_wide(&fs::metadata(&database).unwrap()), None);
        }
    }

    #[test]
    fn a_lock_has_the_mode_of_its_database() {
        let there = tempfile::tempdir().unwrap();
        let (database, lock) = (there.path().join("p"), there.path().join("p.lock"));
        fs::write(&database, "").unwrap();
        fs::set_permissions(&database, Permissions::from_mode(0o660)).unwrap();
        open_lock(&lock, &database).unwrap();
        assert_eq!(mode(&lock), 0o660);
        let wide = FileAccess::Owner.too_wide(&fs::metadata(&lock).unwrap());
        assert_eq!(wide, Some(0o660));
    }

    #[test]
    fn what_root_makes_belongs_to_the_owner_of_the_store() {
        let there = tempfile::tempdir().unwrap();
        if chown(there.path(), Some(SOMEBODY), Some(SOMEBODY)).is_err() {
            // not root, who alone gives files away
            return;
        }
        let owner = |path: &Path| {
            let metadata = fs::symlink_metadata(path).unwrap();
            (metadata.uid(), metadata.gid())
        };
        let somebody = (SOMEBODY, SOMEBODY);
        let database = there.path().join("data/prices.sqlite");
        FileAccess::Owner.create_folder_of(&database).unwrap();
        assert_eq!(owner(database.parent().unwrap()), somebody);
        FileAccess::Owner.create_new(&database, &database).unwrap();
        assert_eq!(owner(&database), somebody);
        let lock = there.path().join("data/prices.sqlite.lock");
        // as an import of root has left it
        fs::write(&lock, "").unwrap();
        assert_eq!(owner(&lock), (0, 0));
        open_lock(&lock, &database).unwrap();
        assert_eq!((owner(&lock), mode(&lock)), (somebody, 0o600));

        let of_root = tempfile::tempdir().unwrap();
        let secret = of_root.path().join("secret");
        fs::write(&secret, "").unwrap();
        let before = mode(&secret);
        fs::remove_file(&lock).unwrap();
        symlink(&secret, &lock).unwrap();
        open_lock(&lock, &database).unwrap();
        assert_eq!((owner(&secret), mode(&secret)), ((0, 0), before));
        fs::remove_file(&lock).unwrap();
        fs::hard_link(&secret, &lock).unwrap();
        open_lock(&lock, &database).unwrap();
        assert_eq!((owner(&secret), mode(&secret)), ((0, 0), before));
    }
}
