import type { Measure, Watched } from '@waypost/contract/platform';

/** One picture: the same measure of several processes, or several measures of the installation. */
export interface MonitorChart {
  /** Its title is `system.monitor.chart.<name>`. */
  name: string;
  measures: readonly [Measure, ...Measure[]];
  watched?: Watched;
}

/** Pictures by what they are about, in the order in which somebody looks for a cause. */
export const CHART_GROUPS: readonly { name: string; charts: readonly MonitorChart[] }[] = [
  {
    name: 'visits',
    charts: [
      { name: 'visits', measures: ['visits'] },
      { name: 'lag_visits', measures: ['lag_visits'] },
      { name: 'lag_age', measures: ['lag_age'], watched: 'lag' },
      { name: 'channels', measures: ['channels'] },
    ],
  },
  {
    name: 'processes',
    charts: [
      { name: 'processor', measures: ['processor'], watched: 'processor' },
      { name: 'memory', measures: ['memory'], watched: 'memory' },
      { name: 'event_loop', measures: ['event_loop'], watched: 'loop' },
      { name: 'disk_free', measures: ['disk_free'], watched: 'disk' },
    ],
  },
  {
    name: 'store',
    charts: [
      { name: 'store_latency', measures: ['store_latency'], watched: 'latency' },
      { name: 'store_commands', measures: ['store_commands'] },
      { name: 'store_command_time', measures: ['store_command_time'] },
      { name: 'store_size', measures: ['store_size'] },
    ],
  },
  {
    name: 'work',
    charts: [
      { name: 'jobs', measures: ['jobs_running', 'jobs_late', 'jobs_failed'] },
      { name: 'operations', measures: ['operations_waiting', 'operations_running'] },
    ],
  },
];
