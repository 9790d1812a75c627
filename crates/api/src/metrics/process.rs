//! The process as the system sees it, under the names that all programs use.

use std::fmt;

use domain::num::{f64_from_i64, i64_from_usize};
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

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn look() -> ProcResult<Look> {
    let process = Process::myself()?;
    let stat = process.stat()?;
    let ticks =
        |ticks: u64| f64_from_i64(whole(ticks)) / f64_from_i64(whole(procfs::ticks_per_second()));
    Ok(Look {
        cpu_seconds: ticks(stat.utime.saturating_add(stat.stime)),
        start_seconds: f64_from_i64(whole(procfs::boot_time_secs()?)) + ticks(stat.starttime),
        resident_bytes: whole(stat.rss_bytes().get()),
        virtual_bytes: whole(stat.vsize),
        threads: stat.num_threads,
        open_files: i64_from_usize(process.fd_count()?),
        most_files: match process.limits()?.max_open_files.soft_limit {
            LimitValue::Value(most) => Some(whole(most)),
            LimitValue::Unlimited => None,
        },
    })
}

fn gauge(encoder: &mut DescriptorEncoder<'_>, name: &str, about: &str, value: i64) -> fmt::Result {
    let gauge = ConstGauge::new(value);
    gauge.encode(encoder.encode_descriptor(name, about, None, gauge.metric_type())?)
}

impl Collector for ProcessMetrics {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let Ok(look) = look() else {
            return Ok(());
        };
        let encoder = &mut encoder;
        let cpu = ConstCounter::new(look.cpu_seconds);
        let about = "Seconds of processors that the process used.";
        cpu.encode(encoder.encode_descriptor(
            "process_cpu_seconds",
            about,
            None,
            cpu.metric_type(),
        )?)?;
        let start = ConstGauge::new(look.start_seconds);
        let about = "When the process began, in seconds since 1970.";
        start.encode(encoder.encode_descriptor(
            "process_start_time_seconds",
            about,
            None,
            start.metric_type(),
        )?)?;
        let about = "Memory of the process that is not swapped out.";
        gauge(
            encoder,
            "process_resident_memory_bytes",
            about,
            look.resident_bytes,
        )?;
        let about = "Addresses that the process has.";
        gauge(
            encoder,
            "process_virtual_memory_bytes",
            about,
            look.virtual_bytes,
        )?;
        gauge(
            encoder,
            "process_threads",
            "Threads of the process.",
            look.threads,
        )?;
        let about = "Files and connections that the process has open.";
        gauge(encoder, "process_open_fds", about, look.open_files)?;
        if let Some(most) = look.most_files {
            let about = "How many files and connections the process may have open.";
            gauge(encoder, "process_max_fds", about, most)?;
        }
        Ok(())
    }
}
