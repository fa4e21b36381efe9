import type { Manifest } from '@waypost/contract';
import type { ConformanceFault, ConformanceRule } from '../../conformance/fault.ts';
import type { RecordedSetup } from './recorded-setup.ts';

/**
 * What plugin.json asks an administrator for and setup does not use. Nothing refuses it: a plugin may come to it later.
 * Most often it was forgotten, and somebody has to consent to it for nothing.
 */
export function unusedRequests(
  { activation, queue }: RecordedSetup,
  { id, schedules = [], topics = [], hooks = [], points = [] }: Manifest,
): ConformanceFault[] {
  const contributed = [...activation.contributed];
  const repeated = new Set(queue.repeated().map(({ name }) => name.slice(id.length + 1)));
  const unused = (rule: ConformanceRule, names: readonly string[], isUsed: (name: string) => boolean) =>
    names
      .filter((name) => !isUsed(name))
      .map(
        (path): ConformanceFault => ({
          rule,
          path,
          message: 'is asked for in plugin.json; setup makes no use of it',
        }),
      );
  return [
    ...unused('jobs', schedules, (name) => repeated.has(name)),
    ...unused('topics', topics, (name) => activation.declared.topics.has(`${id}.${name}`)),
    ...unused('hooks', hooks, (name) =>
      contributed.some(({ kind, point }) => kind === 'hook' && point.startsWith(`${name}.`)),
    ),
    ...unused('points', points, (name) =>
      contributed.some(({ kind, point }) => kind === 'point' && point === name),
    ),
  ];
}
