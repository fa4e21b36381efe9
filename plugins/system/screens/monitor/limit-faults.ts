import type { MonitorSettings } from '@waypost/contract/platform';
import { WATCHED, type Watched } from '@waypost/contract/platform';

/** Of these the smaller figure is the worse one. */
const LOW_IS_BAD: ReadonlySet<Watched> = new Set(['disk']);

/** Alarms that would be told before their warning, by their setting; 0 is none. */
export function limitFaults(limits: MonitorSettings): string[] {
  return (Object.keys(WATCHED) as Watched[]).flatMap((watched) => {
    const warning = limits[`monitor_${watched}_warning`];
    const alarm = limits[`monitor_${watched}_alarm`];
    if (warning === 0 || alarm === 0) return [];
    const isInOrder = LOW_IS_BAD.has(watched) ? alarm <= warning : alarm >= warning;
    return isInOrder ? [] : [`monitor_${watched}_alarm`];
  });
}
