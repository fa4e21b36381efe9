import type { PluginContext } from '@waypost/sdk';
import { PLUGIN_FAILED_EVENT, type PluginFailed } from '@waypost/sdk/platform';
import { tellAdministrators, type WrittenNotice } from './notices.ts';

/** Characters of a reason that a message holds. */
const REASON_LENGTH = 1_000;

/** Tells administrators of plugins that failed by themselves. */
export function mountFailureNotices(context: PluginContext): void {
  context.events.on(PLUGIN_FAILED_EVENT, async (payload) => {
    await tellAdministrators(context, failureNotice(payload as PluginFailed, context.clock.date()));
  });
}

/** What the message of a failure says, and what it is told once for. */
export function failureNotice(
  { plugin, version, serving, occasion, kind, ...failure }: PluginFailed,
  now: Date,
): WrittenNotice {
  const reason = failure.reason.slice(0, REASON_LENGTH);
  // Once a day: one that fails again after a start of the server is worth another message, not another each minute.
  const day = now.toISOString().slice(0, 10);
  return {
    notice: {
      kind: kind === 'process' ? 'plugin_ended' : serving === null ? 'plugin_not_started' : 'release_failed',
      params: { plugin, version, reason, ...(serving === null ? {} : { serving }) },
    },
    written: { title: `${plugin} ${version}`, content: reason, occasion: `${occasion} ${day}` },
  };
}
