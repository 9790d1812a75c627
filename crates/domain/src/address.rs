//! Which network addresses belong to the public internet.
//!
//! The rule is that of the IANA special-purpose address registries (IPv4: RFC 6890 and its updates,
//! IPv6: the same): a block that is not globally reachable is refused. Stricter than the registries
//! in three places, where the few reachable exceptions are of no use to a server: the whole of
//! 192.0.0.0/24, the withdrawn relay block 192.88.99.0/24, and the whole of `2001::/23` (Teredo
//! included).
//!
//! An IPv6 address that carries an IPv4 address (mapped, NAT64, 6to4, ISATAP) is public only if the
//! one it carries is public too: a gateway on the way may unwrap it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use thiserror::Error;

/// The addresses that begin with the same bits as a network's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block<A> {
    network: A,
    /// How many bits.
    prefix: u8,
}

const fn block<A: Copy>(network: A, prefix: u8) -> Block<A> {
    Block { network, prefix }
}

/// IPv4 blocks that are not globally reachable.
const DENIED_V4: [Block<Ipv4Addr>; 15] = [
    block(Ipv4Addr::UNSPECIFIED, 8),           // this network
    block(Ipv4Addr::new(10, 0, 0, 0), 8),      // private
    block(Ipv4Addr::new(100, 64, 0, 0), 10),   // shared with the provider
    block(Ipv4Addr::new(127, 0, 0, 0), 8),     // loopback
    block(Ipv4Addr::new(169, 254, 0, 0), 16),  // link-local, cloud metadata
    block(Ipv4Addr::new(172, 16, 0, 0), 12),   // private
    block(Ipv4Addr::new(192, 0, 0, 0), 24),    // protocol assignments
    block(Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation
    block(Ipv4Addr::new(192, 88, 99, 0), 24),  // 6to4 relays, withdrawn
    block(Ipv4Addr::new(192, 168, 0, 0), 16),  // private
    block(Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarks
    block(Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    block(Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation
    block(Ipv4Addr::new(224, 0, 0, 0), 4),     // multicast
    block(Ipv4Addr::new(240, 0, 0, 0), 4),     // reserved, and the broadcast address
];

/// The only IPv6 block from which public addresses are given out. Everything outside it is refused:
/// `::`, `::1`, IPv4-compatible `::/96`, `64:ff9b:1::/48`, `100::/64`, `5f00::/16`, `fc00::/7`,
/// `fe80::/10`, `fec0::/10`, `ff00::/8` and all that is not assigned yet.
const GLOBAL_UNICAST: Block<Ipv6Addr> = block(Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// Blocks of global unicast that are not globally reachable.
const DENIED_V6: [Block<Ipv6Addr>; 3] = [
    block(Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocol assignments, Teredo, ORCHID
    block(Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    block(Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];

/// NAT64 with the well-known prefix; the IPv4 address is the last 32 bits.
const NAT64: Block<Ipv6Addr> = block(Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, 0, 0), 96);

/// 6to4; the IPv4 address is bits 16 to 47.
const SIX_TO_FOUR: Block<Ipv6Addr> = block(Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16);

/// Whether an address is globally reachable, so that connecting to it leaves our own network.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    !DENIED_V4.iter().any(|block| block.has(ip))
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [_, _, a, b, c, d, ..] = ip.octets();
    let relayed = Ipv4Addr::new(a, b, c, d);
    let [.., a, b, c, d] = ip.octets();
    let last = Ipv4Addr::new(a, b, c, d);

    if ip.to_ipv4_mapped().is_some() || NAT64.has(ip) {
        return is_public_v4(last);
    }
    GLOBAL_UNICAST.has(ip)
        && !DENIED_V6.iter().any(|block| block.has(ip))
        && (!SIX_TO_FOUR.has(ip) || is_public_v4(relayed))
        && (!is_isatap(ip) || is_public_v4(last))
}

/// ISATAP (RFC 5214, 6.1): the interface identifier is 0000:5efe or 0200:5efe and an IPv4 address.
fn is_isatap(ip: Ipv6Addr) -> bool {
    let [_, _, _, _, high, low, ..] = ip.segments();
    matches!(high, 0 | 0x0200) && low == 0x5efe
}

impl Block<Ipv4Addr> {
    fn has(self, ip: Ipv4Addr) -> bool {
        (ip.to_bits() ^ self.network.to_bits()).leading_zeros() >= u32::from(self.prefix)
    }
}

impl Block<Ipv6Addr> {
    fn has(self, ip: Ipv6Addr) -> bool {
        (ip.to_bits() ^ self.network.to_bits()).leading_zeros() >= u32::from(self.prefix)
    }
}

/// Address blocks that an operator names. None by default.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressRanges(Vec<Block<IpAddr>>);

/// Why a text is not a list of address blocks.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RangeError {
    /// Not an address, a slash and a prefix length.
    #[error("{0:?} is not an address block such as 10.0.0.0/8 or fd00::/8")]
    Form(String),
    /// The prefix is longer than the address.
    #[error("the prefix length of {0} is more than {1}")]
    Prefix(String, u8),
    /// The address has bits set to the right of the prefix: one of the two is a mistake.
    #[error("{0} has address bits beyond its prefix length")]
    HostBits(String),
    /// An IPv4 block written in IPv6; it would never match.
    #[error("{0} is an IPv4 block: write it as one")]
    Mapped(String),
}

impl AddressRanges {
    /// Reads blocks separated by commas, as in `10.0.0.0/8,::1/128`. Blanks around them do not
    /// matter; an empty text names none.
    pub fn parse(text: &str) -> Result<Self, RangeError> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        text.split(',')
            .map(|block| parse_block(block.trim()))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Whether an address lies in one of the blocks. An IPv4-mapped IPv6 address is judged as the
    /// IPv4 address it carries.
    pub fn contains(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.0.iter().any(|allowed| match (ip, allowed.network) {
            (IpAddr::V4(ip), IpAddr::V4(network)) => block(network, allowed.prefix).has(ip),
            (IpAddr::V6(ip), IpAddr::V6(network)) => block(network, allowed.prefix).has(ip),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        })
    }

    /// Whether no block is named.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn parse_block(text: &str) -> Result<Block<IpAddr>, RangeError> {
    let form = || RangeError::Form(text.to_owned());
    let (network, prefix) = text.split_once('/').ok_or_else(form)?;
    let network: IpAddr = network.parse().map_err(|_| form())?;
    if prefix.is_empty() || !prefix.bytes().all(|b| b.is_ascii_digit()) {
        return Err(form());
    }
    let prefix: u8 = prefix.parse().map_err(|_| form())?;
    if network.to_canonical() != network {
        return Err(RangeError::Mapped(text.to_owned()));
    }
    let (longest, trailing_zeros) = match network {
        IpAddr::V4(v4) => (32, v4.to_bits().trailing_zeros()),
        IpAddr::V6(v6) => (128, v6.to_bits().trailing_zeros()),
    };
    if prefix > longest {
        return Err(RangeError::Prefix(text.to_owned(), longest));
    }
    if trailing_zeros < u32::from(longest - prefix) {
        return Err(RangeError::HostBits(text.to_owned()));
    }
    Ok(block(network, prefix))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    use proptest::prelude::*;

    use super::{AddressRanges, RangeError, is_public};

    fn ip(text: &str) -> IpAddr {
        text.parse()
            .unwrap_or_else(|_| panic!("{text} is no address"))
    }

    /// Denied first and last address of each block, with its neighbours where those are public.
    const DENIED: [(&str, &str, &str, &str); 20] = [
        ("", "0.0.0.0", "0.255.255.255", "1.0.0.0"),
        ("9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0"),
        (
            "100.63.255.255",
            "100.64.0.0",
            "100.127.255.255",
            "100.128.0.0",
        ),
        (
            "126.255.255.255",
            "127.0.0.0",
            "127.255.255.255",
            "128.0.0.0",
        ),
        (
            "169.253.255.255",
            "169.254.0.0",
            "169.254.255.255",
            "169.255.0.0",
        ),
        (
            "172.15.255.255",
            "172.16.0.0",
            "172.31.255.255",
            "172.32.0.0",
        ),
        ("191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0"),
        ("192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0"),
        (
            "192.88.98.255",
            "192.88.99.0",
            "192.88.99.255",
            "192.88.100.0",
        ),
        (
            "192.167.255.255",
            "192.168.0.0",
            "192.168.255.255",
            "192.169.0.0",
        ),
        (
            "198.17.255.255",
            "198.18.0.0",
            "198.19.255.255",
            "198.20.0.0",
        ),
        (
            "198.51.99.255",
            "198.51.100.0",
            "198.51.100.255",
            "198.51.101.0",
        ),
        (
            "203.0.112.255",
            "203.0.113.0",
            "203.0.113.255",
            "203.0.114.0",
        ),
        ("223.255.255.255", "224.0.0.0", "239.255.255.255", ""),
        ("", "240.0.0.0", "255.255.255.255", ""),
        // All of IPv6 outside 2000::/3; what is special there is in `denied_blocks_by_name`.
        ("", "::", "::fffe:ffff:ffff", ""),
        (
            "",
            "0:0:0:1::",
            "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2000::",
        ),
        (
            "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001::",
            "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:200::",
        ),
        (
            "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db8::",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "2001:db9::",
        ),
        (
            "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff::",
            "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff:1000::",
        ),
    ];

    #[test]
    fn every_block_is_denied_from_its_first_to_its_last_address_and_no_further() {
        for (before, first, last, after) in DENIED {
            assert!(!is_public(ip(first)), "{first}");
            assert!(!is_public(ip(last)), "{last}");
            for neighbour in [before, after] {
                assert!(
                    neighbour.is_empty() || is_public(ip(neighbour)),
                    "{neighbour}"
                );
            }
        }
    }

    #[test]
    fn special_blocks_outside_global_unicast_are_denied_by_name() {
        for denied in [
            "::",
            "::1",
            "::8.8.8.8",
            "::255.255.255.255",
            "64:ff9b:1::",
            "64:ff9b:1::808:808",
            "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
            "64:ff9b:0:0:0:1::",
            "100::",
            "100::ffff:ffff:ffff:ffff",
            "100:0:0:1::",
            "4000::",
            "5f00::",
            "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fc00::",
            "fd00:ec2::254",
            "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fe80::",
            "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fec0::",
            "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "ff00::",
            "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "::7f00:1",
            "::ffff:0:7f00:1",
            "2001::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        ] {
            assert!(!is_public(ip(denied)), "{denied}");
        }
        assert!(
            is_public(ip("3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")),
            "last of 2000::/3"
        );
    }

    #[test]
    fn ordinary_hosts_are_public() {
        for public in [
            "1.1.1.1",
            "8.8.8.8",
            "93.184.216.34",
            "2606:4700::1111",
            "2a00:1450::1",
        ] {
            assert!(is_public(ip(public)), "{public}");
        }
    }

    #[test]
    fn an_address_that_carries_another_is_judged_by_it() {
        for (denied, public) in [
            ("::ffff:127.0.0.1", "::ffff:8.8.8.8"),
            ("::ffff:169.254.169.254", "::ffff:1.0.0.0"),
            ("64:ff9b::10.0.0.1", "64:ff9b::8.8.8.8"),
            ("64:ff9b::7f00:1", "64:ff9b::101:101"),
            ("64:ff9b::ffff:ffff", "64:ff9b::100:0"),
            ("2002:7f00:1::", "2002:808:808::1"),
            ("2002:c0a8:1::5", "2002:100::"),
            ("2a00::5efe:10.0.0.1", "2a00::5efe:8.8.8.8"),
            ("2a00::200:5efe:127.0.0.1", "2a00::200:5efe:1.1.1.1"),
            ("2002:808:808::5efe:10.0.0.1", "2002:808:808::5efe:8.8.8.8"),
            ("2002:a00:1::5efe:8.8.8.8", "2a00::100:5efe:10.0.0.1"),
        ] {
            assert!(!is_public(ip(denied)), "{denied}");
            assert!(is_public(ip(public)), "{public}");
        }
    }

    #[test]
    fn exceptions_hold_from_their_first_to_their_last_address() {
        let ranges = AddressRanges::parse(" 10.0.0.0/8, 192.168.7.5/32 ,::1/128,fd00::/8").unwrap();
        for allowed in [
            "10.0.0.0",
            "10.255.255.255",
            "192.168.7.5",
            "::1",
            "fd00::",
            "::ffff:10.1.2.3",
        ] {
            assert!(ranges.contains(ip(allowed)), "{allowed}");
        }
        for other in [
            "9.255.255.255",
            "11.0.0.0",
            "192.168.7.4",
            "192.168.7.6",
            "::",
            "::2",
            "fcff::",
            "fe00::",
            "64:ff9b::10.0.0.1",
        ] {
            assert!(!ranges.contains(ip(other)), "{other}");
        }
        let all = AddressRanges::parse("0.0.0.0/0").unwrap();
        assert!(all.contains(ip("255.255.255.255")));
        assert!(!all.contains(ip("::1")));
    }

    #[test]
    fn an_empty_list_allows_nothing() {
        let none = AddressRanges::parse("  ").unwrap();
        assert!(none.is_empty());
        assert_eq!(none, AddressRanges::default());
        assert!(!none.contains(ip("127.0.0.1")));
    }

    #[test]
    fn what_is_no_list_of_blocks_is_refused_with_its_reason() {
        for form in [
            "10.0.0.0",
            "10.0.0.0/8,",
            ",",
            "10.0.0.0/",
            "10.0.0.0/+8",
            "10.0.0.0/999",
            "10.0/8",
            "localhost/8",
            "[::1]/128",
            "10.0.0.0/8 ::1/128",
        ] {
            assert!(
                matches!(AddressRanges::parse(form), Err(RangeError::Form(_))),
                "{form}"
            );
        }
        let refused = |text: &str| AddressRanges::parse(text).unwrap_err();
        assert_eq!(
            refused("10.0.0.0/33"),
            RangeError::Prefix("10.0.0.0/33".to_owned(), 32)
        );
        assert_eq!(
            refused("::/129"),
            RangeError::Prefix("::/129".to_owned(), 128)
        );
        assert_eq!(
            refused("10.0.0.1/8"),
            RangeError::HostBits("10.0.0.1/8".to_owned())
        );
        assert_eq!(
            refused("::1/127"),
            RangeError::HostBits("::1/127".to_owned())
        );
        assert_eq!(
            refused("::ffff:10.0.0.0/104"),
            RangeError::Mapped("::ffff:10.0.0.0/104".to_owned())
        );
    }

    proptest! {
        #[test]
        fn an_ipv4_address_and_its_mapped_form_are_judged_alike(bits: u32) {
            let v4 = Ipv4Addr::from_bits(bits);
            let mapped = IpAddr::V6(v4.to_ipv6_mapped());
            let v4 = IpAddr::V4(v4);
            prop_assert_eq!(is_public(v4), is_public(mapped));
            let ranges = AddressRanges::parse("0.0.0.0/1,192.168.0.0/16").unwrap();
            prop_assert_eq!(ranges.contains(v4), ranges.contains(mapped));
        }

        #[test]
        fn nothing_that_std_knows_as_special_is_public(v4: u32, v6: u128) {
            let v4 = Ipv4Addr::from_bits(v4);
            prop_assert!(!is_public(IpAddr::V4(v4)) || !(v4.is_private()
                || v4.is_loopback() || v4.is_link_local() || v4.is_multicast()
                || v4.is_broadcast() || v4.is_documentation() || v4.is_unspecified()));
            let v6 = Ipv6Addr::from_bits(v6);
            prop_assert!(!is_public(IpAddr::V6(v6)) || !(v6.is_loopback() || v6.is_multicast()
                || v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_unspecified()));
        }
    }
}
