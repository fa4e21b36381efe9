import { type PluginContext, VISITS_UNACCOUNTED_EVENT, type VisitsUnaccounted } from '@waypost/sdk';
import { tellAdministrators } from './notices.ts';

/** Tells administrators of answered visits that are not in the statistics and do not come by themselves. */
export function mountVisitNotices(context: PluginContext): void {
  context.events.on(VISITS_UNACCOUNTED_EVENT, async (payload) => {
    const { visits, differences } = payload as VisitsUnaccounted;
    const kind = visits > 0 ? 'visits_unaccounted' : 'visits_differ';
    const params = { visits: String(visits), differences: String(differences) };
    // Once a day for the same number: it is told again after each start of the server.
    const day = context.clock.date().toISOString().slice(0, 10);
    await tellAdministrators(
      context,
      { kind, params },
      {
        title: 'visits',
        content: `unaccounted: ${visits}, differences: ${differences}`,
        occasion: `visits ${visits} ${differences} ${day}`,
      },
    );
  });
}
