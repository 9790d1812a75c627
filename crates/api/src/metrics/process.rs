//! The process as the system sees it, under the names that all programs use.

use std::fmt;

use domain::num::{f64_from_u64, i64_from_u64, i64_from_usize};
use procfs::process::{LimitValue, Process};
use procfs::{ProcResult, WithCurrentSystemInfo};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::counter::ConstCounter;
use prometheus_client::metrics::gauge::ConstGauge;

/// Reads `/proc` whenever metrics are asked for; what cannot be read is left out.
#[derive(Debug)]
pub struct ProcessMetrics;

/// One look at the process.
struct Look {
    cpu_seconds: f64,
    start_seconds: f64,
    resident_bytes: i64,
    virtual_bytes: i64,
    threads: i64,
    open_files: i64,
    most_files: Option<i64>,
}

fn look() -> ProcResult<Look> {
    let process = Process::myself()?;
    let stat = process.stat()?;
    let ticks = |ticks: u64| f64_from_u64(ticks) / f64_from_u64(procfs::ticks_per_second());
    Ok(Look {
        cpu_seconds: ticks(stat.utime.saturating_add(stat.stime)),
        start_seconds: f64_from_u64(procfs::boot_time_secs()?) + ticks(stat.starttime),
        resident_bytes: i64_from_u64(stat.rss_bytes().get()),
        virtual_bytes: i64_from_u64(stat.vsize),
        threads: stat.num_threads,
        open_files: i64_from_usize(process.fd_count()?),
        most_files: match process.limits()?.max_open_files.soft_limit {
            LimitValue::Value(most) => Some(i64_from_u64(most)),
            LimitValue::Unlimited => None,
        },
    })
}

/// Writes a figure: its name, what it tells, and its value.
fn told(
    encoder: &mut DescriptorEncoder<'_>,
    name: &str,
    about: &str,
    figure: &impl EncodeMetric,
) -> fmt::Result {
    figure.encode(encoder.encode_descriptor(name, about, None, figure.metric_type())?)
}

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Ok(look) = look() else {
            return Ok(());
        };
        let encoder = &mut encoder;
        let about = "Seconds of processors that the process used.";
        let cpu = ConstCounter::new(look.cpu_seconds);
        told(encoder, "process_cpu_seconds", about, &cpu)?;
        let about = "When the process began, in seconds since 1970.";
        let start = ConstGauge::new(look.start_seconds);
        told(encoder, "process_start_time_seconds", about, &start)?;
        let about = "Memory of the process that is not swapped out.";
        let resident = ConstGauge::new(look.resident_bytes);
        told(encoder, "process_resident_memory_bytes", about, &resident)?;
        let about = "Addresses that the process has.";
        let addresses = ConstGauge::new(look.virtual_bytes);
        told(encoder, "process_virtual_memory_bytes", about, &addresses)?;
        let about = "Threads of the process.";
        let threads = ConstGauge::new(look.threads);
        told(encoder, "process_threads", about, &threads)?;
        let about = "Files and connections that the process has open.";
        let open_files = ConstGauge::new(look.open_files);
        told(encoder, "process_open_fds", about, &open_files)?;
        if let Some(most) = look.most_files {
            let about = "How many files and connections the process may have open.";
            told(encoder, "process_max_fds", about, &ConstGauge::new(most))?;
        }
        Ok(())
    }
}
