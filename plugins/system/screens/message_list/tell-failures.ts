import { PLUGIN_FAILED_EVENT, type PluginContext, type PluginFailed } from '@waypost/sdk';
import { tellAdministrators } from './notices.ts';

/** Characters of a reason that a message holds. */
const REASON_LENGTH = 1_000;

/** Tells administrators of plugins that failed by themselves. */
export function mountFailureNotices(context: PluginContext): void {
  context.events.on(PLUGIN_FAILED_EVENT, async (payload) => {
    const { plugin, version, serving, occasion, kind, ...failure } = payload as PluginFailed;
    const reason = failure.reason.slice(0, REASON_LENGTH);
    // Once a day: one that fails again after a start of the server is worth another message, not another each minute.
    const day = context.clock.date().toISOString().slice(0, 10);
    await tellAdministrators(
      context,
      {
        kind:
          kind === 'process' ? 'plugin_ended' : serving === null ? 'plugin_not_started' : 'release_failed',
        params: { plugin, version, reason, ...(serving === null ? {} : { serving }) },
      },
      { title: `${plugin} ${version}`, content: reason, occasion: `${occasion} ${day}` },
    );
  });
}
