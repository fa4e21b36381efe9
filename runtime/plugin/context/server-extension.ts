import type { BeforeOptions, Contribution, Disposer, RowEvent } from '@waypost/sdk';
import type { Activation } from '../activation/activation.ts';
import type { Breakers } from '../activation/breakers.ts';
import { CONTRIBUTION_LIMIT_MS, within } from '../activation/time-limit.ts';
import type { ExtensionSources } from '../extension/create-extensions.ts';
import type { GroundExtension } from './ground.ts';

/** How a plugin extends others from the server's process. */
export function serverExtension(
  { id, breakers, scope, contributed }: Pick<Activation, 'id' | 'breakers' | 'scope' | 'contributed'>,
  { hooks, points, ruleKinds, settings }: ExtensionSources,
): GroundExtension {
  const hook =
    (kind: 'before' | 'after') =>
    (name: string, handler: (event: RowEvent) => Promise<void> | void, given?: BeforeOptions): Disposer => {
      contributed.add({ kind: 'hook', point: name, name: `${id}:${kind}`, order: given?.order ?? 0 });
      const run = (event: RowEvent) => breakers.run(`hook:${name}`, async () => handler(event));
      return scope.add(() =>
        hooks[kind](name, { plugin: id, run, ...(given === undefined ? {} : { options: given }) }),
      );
    };
  return {
    hooks: { before: hook('before'), after: hook('after') },
    points: {
      offer: (point) => scope.add(() => points.offer(id, point)),
      contribute(point, range, name, contribution) {
        contributed.add({ kind: 'point', point, name, order: null });
        const held = heldBy(breakers, name, contribution);
        return scope.add(() => points.contribute({ plugin: id, point, range, name, contribution: held }));
      },
      contributions: async (point) => points.contributions(point) as never,
    },
    visitRules: {
      kind(kind) {
        contributed.add({ kind: 'rule_kind', point: 'visit', name: kind.name, order: null });
        return scope.add(() => ruleKinds.add(kind));
      },
      kinds: async () => ruleKinds.list(),
      fill: async (kind, parameters) => ruleKinds.fill(kind, parameters),
    },
    settings: {
      declare(form) {
        // A migration declares those of an earlier release before.
        if (![...contributed].some(({ kind }) => kind === 'settings'))
          contributed.add({ kind: 'settings', point: id, name: id, order: null });
        return scope.hold(settings.declare(id, form));
      },
      read: () => settings.read(id),
      onChange: (listener) => scope.add(() => settings.onChange(id, listener)),
    },
  };
}

/** Its functions run as a part of the plugin that brings them: limited in time, counted, alone in quarantine. */
function heldBy(breakers: Breakers, name: string, contribution: Contribution): Contribution {
  const held =
    (key: string, work: (...given: unknown[]) => unknown) =>
    async (...given: unknown[]) =>
      breakers.run(`point:${name}`, () =>
        within(
          CONTRIBUTION_LIMIT_MS,
          `${name}: ${key}`,
          (async () => Reflect.apply(work, contribution, given) as unknown)(),
        ),
      );
  return Object.fromEntries(
    Object.entries(contribution).map(([key, value]) => [
      key,
      typeof value === 'function' ? held(key, value as (...given: unknown[]) => unknown) : value,
    ]),
  );
}
