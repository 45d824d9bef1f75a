/** Prometheus metrics: one registry per process, one declaration per name. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Labels = Readonly<Record<string, string | number>>;

export interface CounterMetric {
  /** Adds `by` (default 1, never negative). */
  add(labels?: Labels, by?: number): void;
}
export interface GaugeMetric {
  set(value: number, labels?: Labels): void;
  add(by: number, labels?: Labels): void;
  /**
   * Removes the series of these labels when the object that it measures no longer exists; its last value would be
   * exported for ever.
   */
  remove(labels: Labels): void;
}
export interface HistogramMetric {
  observe(value: number, labels?: Labels): void;
}

export interface MetricDescription {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** Labels are low-cardinality names (`reason`, `format`); ids belong into log lines. */
export interface Metrics {
  counter(name: string, help: string, labels?: readonly string[]): CounterMetric;
  gauge(name: string, help: string, labels?: readonly string[]): GaugeMetric;
  /** `buckets` in the unit that the name ends with; default: 1 ms to 10 s, for `_seconds`. */
  histogram(
    name: string,
    help: string,
    labels?: readonly string[],
    buckets?: readonly number[],
  ): HistogramMetric;
  /** The Prometheus text format, version 0.0.4. */
  text(): Promise<string>;
  readonly contentType: string;
  /** Name, type and help of each metric declared so far, for docs/reference. */
  describe(): Promise<MetricDescription[]>;
}

const SECONDS_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * A registry of metrics. A second declaration of a name returns the same metric, so roles of one process share it.
 * `processMetrics` adds those of the process (memory, event loop, garbage collection).
 * @see Prometheus text exposition format, version 0.0.4
 */
export function createMetrics(options: { processMetrics?: boolean } = {}): Metrics {
  const registry = new Registry();
  const made = new Map<string, CounterMetric | GaugeMetric | HistogramMetric>();
  if (options.processMetrics === true) collectDefaultMetrics({ register: registry });

  function once<M extends CounterMetric | GaugeMetric | HistogramMetric>(
    name: string,
    is: (metric: object) => metric is M,
    make: () => M,
  ): M {
    const existing = made.get(name);
    if (existing !== undefined) {
      if (is(existing)) return existing;
      throw new TypeError(`metric ${name} exists with another type`);
    }
    const metric = make();
    made.set(name, metric);
    return metric;
  }

  return {
    counter: (name, help, labels = []) =>
      once(
        name,
        (metric): metric is CounterMetric => 'add' in metric && !('set' in metric),
        () => {
          const counter = new Counter({
            name,
            help,
            labelNames: [...labels],
            registers: [registry],
          });
          return { add: (values = {}, by = 1) => counter.inc(values, by) };
        },
      ),
    gauge: (name, help, labels = []) =>
      once(
        name,
        (metric): metric is GaugeMetric => 'set' in metric,
        () => {
          const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
          return {
            set: (value, values = {}) => gauge.set(values, value),
            add: (by, values = {}) => gauge.inc(values, by),
            remove: (values) => gauge.remove({ ...values }),
          };
        },
      ),
    histogram: (name, help, labels = [], buckets = SECONDS_BUCKETS) =>
      once(
        name,
        (metric): metric is HistogramMetric => 'observe' in metric,
        () => {
          const histogram = new Histogram({
            name,
            help,
            labelNames: [...labels],
            buckets: [...buckets],
            registers: [registry],
          });
          return { observe: (value, values = {}) => histogram.observe(values, value) };
        },
      ),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    describe: async () =>
      (await registry.getMetricsAsJSON()).map(({ name, type, help }) => ({
        name,
        type: String(type),
        help,
      })),
  };
}
