import type { BeforeOptions, Disposer } from '@waypost/sdk';
import { CONTRIBUTION_LIMIT_MS } from '../../plugin/activation/time-limit.ts';
import { reviveContribution } from '../contribution.ts';
import type { Registrations } from '../protocol.ts';
import type { RegisterOptions } from './register-options.ts';
import { withTamePatterns } from './tame-patterns.ts';

/** Longest that the host waits for a hook, milliseconds. */
const HOOK_MS = 10_000;

/** What the plugin adds to others, through the host's own context. */
export function wantExtensions(
  registrations: Registrations,
  { ask, context, registrar }: RegisterOptions,
  want: (key: string, facts: unknown, register: () => Disposer) => void,
): void {
  for (const { id, kind, name, options } of registrations.hooks)
    want(`hook ${id}`, { kind, name, options }, () =>
      context.hooks[kind](
        name,
        async (event) => void (await ask('hook', { id, event }, { limitMs: HOOK_MS })),
        withoutUndefined(options),
      ),
    );
  for (const one of registrations.ruleKinds)
    want(`rule kind ${one.name}`, one, () => context.visitRules.kind(one));
  // The plugin checks what it is handed in its own process.
  for (const one of registrations.points)
    want(`point ${one.name}`, one, () => context.points.offer({ ...one, check: () => {} }));
  for (const { point, range, name, values, methods } of registrations.contributions)
    want(`contribution ${point} ${name}`, { range, values, methods }, () =>
      context.points.contribute(
        point,
        range,
        name,
        reviveContribution({ values, methods }, (method, given) =>
          ask('contribution', { point, name, method, given }, { limitMs: CONTRIBUTION_LIMIT_MS }),
        ),
      ),
    );
  const { settings } = registrations;
  if (settings !== undefined)
    want('settings', settings, () =>
      registrar.settings({ ...settings, schema: withTamePatterns(settings.schema) }),
    );
}

function withoutUndefined(options: Registrations['hooks'][number]['options']): BeforeOptions {
  const { order, timeLimitMs, onFailure } = options ?? {};
  return {
    ...(order === undefined ? {} : { order }),
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(onFailure === undefined ? {} : { onFailure }),
  };
}
