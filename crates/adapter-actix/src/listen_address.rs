//! Where a listener is: an address of TCP, or a socket in the file system.

use std::fmt;
use std::fs::{self, Permissions};
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

use socket2::{Domain, SockAddr, Socket, Type};

/// How many connections may wait to be accepted.
const BACKLOG: i32 = 1024;

/// What a path begins with, so that it is told from an address.
const UNIX: &str = "unix:";

/// Who may connect to a socket: the owner and the group, which a proxy is put into.
const ACCESS: u32 = 0o660;

/// Where a listener is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListenAddress {
    /// Address and port; port 0 takes a free one.
    Tcp(SocketAddr),
    /// A Unix domain socket at this absolute path.
    Unix(PathBuf),
}

/// A bound listener.
pub(crate) enum Bound {
    /// Of TCP.
    Tcp(TcpListener),
    /// In the file system.
    Unix(UnixListener, SocketFile),
}

/// The file of a socket, which is removed with this.
#[derive(Debug)]
pub struct SocketFile {
    path: PathBuf,
    /// Device, number and time of the file that was made: another one at the same place is somebody else's. Numbers are
    /// given again, so the time tells them apart.
    made: (u64, u64, i64, i64),
}

impl ListenAddress {
    /// What is read.
    pub const ACCEPTED: &'static str = "an address with a port, as in 127.0.0.1:8080 or [::]:8080, or unix: and the absolute path of a socket, as in \
         unix:/run/cotejo/api.sock";

    /// Reads an address or `unix:/PATH`.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(path) = text.strip_prefix(UNIX) {
            let path = Path::new(path);
            return path.is_absolute().then(|| Self::Unix(path.to_owned()));
        }
        text.parse().ok().map(Self::Tcp)
    }

    /// Listens, with an error that names the address. A socket that nobody listens at any more is replaced, any other file is not.
    pub(crate) fn bind(&self) -> io::Result<Bound> {
        let bound = match self {
            Self::Tcp(address) => tcp(*address).map(Bound::Tcp),
            Self::Unix(path) => unix(path).map(|(listener, file)| Bound::Unix(listener, file)),
        };
        bound.map_err(|error| self.named(&error))
    }

    /// Whether it could be listened at now; a socket that was left stays. What is given is to be kept while others are tried:
    /// two that are one are found by that, or by their being equal.
    pub fn try_out(&self) -> io::Result<impl Sized + use<>> {
        let Self::Unix(path) = self else {
            return self.bind().map(Some);
        };
        let is_left = is_left(path);
        if is_left.map_err(|error| self.named(&error))? {
            return Ok(None);
        }
        self.bind().map(Some)
    }

    fn named(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot listen on {self}: {error}"))
    }
}

impl fmt::Display for ListenAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => address.fmt(f),
            Self::Unix(path) => write!(f, "{UNIX}{}", path.display()),
        }
    }
}

impl Bound {
    /// Where it listens, with the port that was free.
    pub(crate) fn address(&self) -> io::Result<ListenAddress> {
        Ok(match self {
            Self::Tcp(listener) => ListenAddress::Tcp(listener.local_addr()?),
            Self::Unix(_, file) => ListenAddress::Unix(file.path.clone()),
        })
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        if self.made_at().is_ok_and(|made| made == self.made) {
            // what stays is replaced by the next start
            drop(fs::remove_file(&self.path));
        }
    }
}

impl SocketFile {
    fn made_at(&self) -> io::Result<(u64, u64, i64, i64)> {
        let file = fs::symlink_metadata(&self.path)?;
        Ok((file.dev(), file.ino(), file.mtime(), file.mtime_nsec()))
    }
}

fn tcp(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Whether somebody listens at a socket; never waits.
fn is_heard(path: &Path) -> io::Result<()> {
    let socket = Socket::new(Domain::UNIX, Type::STREAM, None)?;
    socket.set_nonblocking(true)?;
    socket.connect(&SockAddr::unix(path)?)
}

/// Whether there is a socket that nobody listens at any more; an error where something else is in the way.
fn is_left(path: &Path) -> io::Result<bool> {
    let file = match fs::symlink_metadata(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    if !file.file_type().is_socket() {
        let message = "what is there is no socket";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, message));
    }
    match is_heard(path) {
        Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => Ok(true),
        // too many wait at it already
        Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
        Ok(()) | Err(_) => Err(io::ErrorKind::AddrInUse.into()),
    }
}

fn unix(path: &Path) -> io::Result<(UnixListener, SocketFile)> {
    if is_left(path)? {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    let mut file = SocketFile {
        path: path.to_owned(),
        made: (0, 0, 0, 0),
    };
    file.made = file.made_at()?;
    fs::set_permissions(path, Permissions::from_mode(ACCESS))?;
    Ok((listener, file))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::ErrorKind;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::{UnixListener, UnixStream};

    use tempfile::TempDir;

    use super::{Bound, ListenAddress};

    #[test]
    fn addresses_and_paths_are_read() {
        for text in [
            "127.0.0.1:8080",
            "[::]:0",
            "unix:/run/cotejo/api.sock",
            "unix:/a b",
        ] {
            let read = ListenAddress::parse(text).unwrap();
            assert_eq!(read.to_string(), text);
        }
        for text in [
            "",
            "8080",
            "localhost:8080",
            "unix:",
            "unix:run/api.sock",
            "/run/api.sock",
        ] {
            assert_eq!(ListenAddress::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_socket_that_was_left_is_replaced_and_one_in_use_is_not() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("api.sock");
        let address = ListenAddress::Unix(path.clone());
        let kind = || address.bind().map(drop).map_err(|error| error.kind());
        drop(UnixListener::bind(&path).unwrap());
        drop(address.try_out().unwrap());
        assert!(path.exists(), "trying out changes nothing");
        let bound = address.bind().unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o660);
        UnixStream::connect(&path).unwrap();
        assert_eq!(kind(), Err(ErrorKind::AddrInUse));
        drop(bound);
        assert!(!path.exists());
        fs::write(&path, "mine").unwrap();
        assert_eq!(kind(), Err(ErrorKind::AlreadyExists));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    }

    /// Whoever came after a listener whose file was taken away keeps their own.
    #[test]
    fn only_its_own_file_is_removed() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("api.sock");
        let first = ListenAddress::Unix(path.clone()).bind().unwrap();
        fs::remove_file(&path).unwrap();
        // the clock of files ticks some hundred times a second
        let ticked = folder.path().join("tick");
        let made = fs::metadata(folder.path()).unwrap().modified().unwrap();
        while fs::write(&ticked, "").is_ok()
            && fs::metadata(&ticked).unwrap().modified().unwrap() == made
        {}
        let second = ListenAddress::Unix(path.clone()).bind().unwrap();
        drop(first);
        assert!(path.exists());
        assert!(matches!(second, Bound::Unix(..)));
    }
}
