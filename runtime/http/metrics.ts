import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  observeCall(call: string, status: number, seconds: number): void;
  /** Everything in Prometheus' text form. */
  text(): Promise<string>;
  contentType: string;
}

/** Upper bounds of call times, seconds. */
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A figure that is there once for each value of its labels. */
export interface LabelledFigure {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/**
 * Milliseconds between two looks at how late the event loop is. The library's 10 would wake an idle server a hundred
 * times a second; what makes people wait is longer than this.
 */
const LAG_LOOK_MS = 100;

/**
 * @param sources read at each scrape: figures that others keep, by name without the prefix
 * @param labelled the same with labels; what is not told any more is not shown any more
 */
export function createMetrics(
  sources: () => Readonly<Record<string, number>>,
  labelled: () => readonly LabelledFigure[] = () => [],
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_LOOK_MS });
  const calls = new Counter({
    name: 'waypost_calls_total',
    help: 'API calls answered',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'waypost_call_seconds',
    help: 'Time to answer an API call',
    labelNames: ['call'],
    buckets: CALL_SECONDS,
    registers: [registry],
  });
  const gauges = new Map<string, Gauge>();
  const gaugeOf = (name: string, labelNames: string[] = []): Gauge => {
    const full = `waypost_${name.replace(/[^a-zA-Z0-9_]/g, '_')}`;
    const help = name.replaceAll('_', ' ');
    const gauge = gauges.get(full) ?? new Gauge({ name: full, help, labelNames, registers: [registry] });
    gauges.set(full, gauge);
    return gauge;
  };
  const withLabels = new Set<Gauge>();
  const refresh = () => {
    for (const [name, value] of Object.entries(sources())) gaugeOf(name).set(value);
    for (const gauge of withLabels) gauge.reset();
    for (const { name, labels, value } of labelled()) {
      const gauge = gaugeOf(name, Object.keys(labels));
      withLabels.add(gauge);
      gauge.set(labels, value);
    }
  };
  return {
    observeCall(call, status, duration) {
      calls.inc({ call, status: String(status) });
      seconds.observe({ call }, duration);
    },
    text() {
      refresh();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** The same figures under names that begin with `prefix`. */
export function prefixed(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}${name}`, value]));
}
