import { errors } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import type { ReadSettings } from '../../settings.ts';
import { aboutReport } from './about.ts';
import { aboutReportCall, answerReportCall, dismissReportCall, freezeReportedCall } from './calls.ts';
import { followersOf } from './followers.ts';
import { keepReports } from './jobs.ts';
import { presentReports } from './present.ts';
import { abuseReport } from './resource.ts';
import { createReportDesk } from './service.ts';

/** States that `update` may give: what else becomes of a report has its verb. */
const BY_HAND: ReadonlySet<string> = new Set(['open', 'handled']);

/** Mounts the list of reports and what is done with them. */
export async function mountReportDesk(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  followersOf(context);
  context.resource(abuseReport, {
    beforeUpdate: (change, { before, request }) => {
      const { state } = change;
      if (state === undefined || state === before?.state) return change;
      if (!BY_HAND.has(state))
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'state', message: 'qr.fault.report_state' }] },
        );
      return { ...change, state_by: request.caller.id, state_time: context.clock.date() };
    },
    present: (rows) => presentReports(context, rows),
  });
  const desk = createReportDesk(context);
  context.call(aboutReportCall, (body) => aboutReport(context, body));
  context.call(freezeReportedCall, desk.freeze);
  context.call(dismissReportCall, desk.dismiss);
  context.call(answerReportCall, desk.answer);
  await keepReports(context, readSettings);
}
