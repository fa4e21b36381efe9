import type { PluginContext, RowEvent } from '@waypost/sdk';
import { z } from 'zod';
import type { Registrar } from '../../plugin/context/registrar.ts';
import { describeContribution } from '../contribution.ts';
import { argumentsFromOutside } from './crossing.ts';
import type { LiveRequests } from './live-requests.ts';

const zData = z.record(z.string(), z.unknown());
const zEvent: z.ZodType<RowEvent> = z.object({
  resource: z.string().max(200),
  action: z.enum(['create', 'update', 'bin', 'restore', 'purge']),
  id: z.string().max(200).nullable(),
  row: zData.nullable(),
  change: zData.nullable(),
  caller: z.object({ id: z.string(), account: z.string() }),
});
const zPoint = z.object({ point: z.string() });
const zCall = zPoint.extend({ name: z.string(), method: z.string(), given: z.array(z.unknown()).max(20) });
const zFill = z.object({ kind: z.string(), parameters: zData });

type RequireOwn = (what: string, name: string) => void;

/** What a plugin in a process of its own asks of the extension points. */
export function extensionAnswers(
  context: PluginContext,
  registrar: Registrar,
  requireOwn: RequireOwn,
  live: LiveRequests,
): Readonly<Record<string, (params: unknown) => Promise<unknown>>> {
  return {
    async 'hooks.before'(params) {
      const event = zEvent.parse(params);
      requireOwn('resource', event.resource);
      await registrar.hooks.runBefore(event);
      return null;
    },
    async 'points.contributions'(params) {
      const { point } = zPoint.parse(params);
      requireOwn('point', point);
      const found = await context.points.contributions(point);
      return found.map(({ plugin, name, contribution }) => ({
        plugin,
        name,
        ...describeContribution(contribution),
      }));
    },
    async 'points.call'(params) {
      const { point, name, method, given } = zCall.parse(params);
      requireOwn('point', point);
      const found = (await context.points.contributions(point)).find((one) => one.name === name);
      const run =
        found !== undefined && Object.hasOwn(found.contribution, method)
          ? found.contribution[method]
          : undefined;
      if (typeof run !== 'function') throw new TypeError(`${name} has no method ${method} at ${point}`);
      const crossed = argumentsFromOutside(given, live);
      return ((await Reflect.apply(run, found?.contribution, crossed)) as unknown) ?? null;
    },
    'rules.kinds': () => context.visitRules.kinds(),
    async 'rules.fill'(params) {
      const { kind, parameters } = zFill.parse(params);
      return context.visitRules.fill(kind, parameters);
    },
    'settings.read': () => registrar.readSettings(),
  };
}

/** A change of a row that was made in the plugin's process. */
export function tellHooks(registrar: Registrar, requireOwn: RequireOwn, params: unknown): void {
  const event = zEvent.parse(params);
  requireOwn('resource', event.resource);
  registrar.hooks.runAfter(event);
}
