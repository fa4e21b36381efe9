import { type BodyOf, errors } from '@waypost/contract';
import {
  newVersion,
  type PluginContext,
  requireRow,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { freezeCodes } from '../../codes/freeze-codes.ts';
import { authorOf } from '../../codes/scope.ts';
import { deliverSoon } from '../../messages/due-messages.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { answerReportCall, dismissReportCall, freezeReportedCall } from './calls.ts';
import { mailAnswer } from './mail-answer.ts';
import { abuseReport } from './resource.ts';
import { promiseAnswer, promiseFrozen } from './tell.ts';

type StoredReport = Stored<typeof abuseReport>;
type Closing = Pick<StoredReport, 'state'> & Partial<Pick<StoredReport, 'answer'>>;

interface Step {
  request: SignedRequest;
  session: Session;
}

const FREEZE = 'qr.code_admin:freeze';

/** What those who handle reports do with one. */
export function createReportDesk(context: PluginContext) {
  const reports = context.model(abuseReport);
  const codes = context.model(codeResource);

  const codeOf = async ({ code }: Pick<StoredReport, 'code'>, session: Session) =>
    await codes.findOne({ _id: code }).session(session).lean();

  async function reportOf(id: string): Promise<StoredReport> {
    return requireRow(reports.findOne({ _id: id }).lean());
  }

  /** Errors: `stale_version` 409 when somebody else has done something with it meanwhile. */
  async function close(
    { id, version }: { id: string; version: number },
    closing: Closing,
    step: Step,
  ): Promise<{ id: string; version: number }> {
    const { matchedCount } = await reports.updateOne(
      { _id: id, version },
      stateOf(context, closing, step.request),
      {
        session: step.session,
        timestamps: false,
      },
    );
    if (matchedCount === 0) throw errors.staleVersion.create();
    return { id, version: version + 1 };
  }

  /** Closes every other open report about the code of one. @returns how many, those only counted among them */
  async function closeOthers(report: StoredReport, after: { state: 'frozen'; reason: string }, step: Step) {
    const { session } = step;
    const open = await reports
      .find({ code: report.code, state: 'open', _id: { $ne: report._id } })
      .session(session)
      .lean();
    await reports.updateMany(
      { _id: { $in: open.map(({ _id }) => _id) } },
      stateOf(context, { state: after.state }, step.request),
      { session, timestamps: false },
    );
    for (const one of open) await note(context, 'freeze', { report: one, after }, step);
    return open.reduce((sum, { further = 0 }) => sum + 1 + further, 0);
  }

  return {
    /** Errors: `forbidden` 403 without the right to freeze, `not_found` 404 where the code is gone, `stale_version` 409. */
    async freeze({ id, version, reason }: BodyOf<typeof freezeReportedCall>, request: SignedRequest) {
      const { isSuper, permissions } = request.caller;
      if (!isSuper && !permissions.has(FREEZE)) throw errors.forbidden.create({ permission: FREEZE });
      const report = await reportOf(id);
      let closed = 0;
      await freezeCodes(context, { ids: [report.code], reason }, authorOf(request), async (session) => {
        const step = { request, session };
        const after = { state: 'frozen', reason } as const;
        await close({ id, version }, { state: 'frozen' }, step);
        await note(context, 'freeze', { report, after }, step);
        closed = 1 + (report.further ?? 0) + (await closeOthers(report, after, step));
        const code = await codeOf(report, session);
        if (code) await promiseFrozen(context, code, reason, session);
      });
      await deliverSoon(context);
      return { id, version: version + 1, closed };
    },

    async dismiss({ id, version, answer = '' }: BodyOf<typeof dismissReportCall>, request: SignedRequest) {
      const report = await reportOf(id);
      const after = { state: 'dismissed', answer } as const;
      const dismissed = await context.transaction(async (session) => {
        const settled = await close({ id, version }, after, { request, session });
        await note(context, 'dismiss', { report, after }, { request, session });
        return settled;
      });
      await mailAnswer(context, report, answer, request);
      return dismissed;
    },

    /** Errors: 422 at `answer` when there is nothing to say to anybody, `stale_version` 409. */
    async answer(
      { id, version, answer = '', message = '' }: BodyOf<typeof answerReportCall>,
      request: SignedRequest,
    ) {
      if (answer === '' && message === '')
        throw errors.invalidInput.create(
          {},
          { errors: [{ path: 'answer', message: 'qr.fault.answer_missing' }] },
        );
      const report = await reportOf(id);
      // What was done with the link stays what its reporter reads.
      const state = report.state === 'frozen' || report.state === 'dismissed' ? report.state : 'answered';
      const after = { state, answer } as const;
      const settled = await context.transaction(async (session) => {
        const step = { request, session };
        const closed = await close({ id, version }, after, step);
        await note(context, 'answer', { report, after: { ...after, message } }, step);
        const code = message === '' ? null : await codeOf(report, session);
        if (code) await promiseAnswer(context, code, message, session);
        return closed;
      });
      await deliverSoon(context);
      await mailAnswer(context, report, answer, request);
      return settled;
    },
  };
}

const stateOf = ({ clock }: PluginContext, closing: Closing, { caller }: SignedRequest) =>
  newVersion({ clock }, { ...closing, state_by: caller.id, state_time: clock.date() });

/** An entry for each report, with the change that it tells of. */
function note(
  context: PluginContext,
  verb: 'freeze' | 'dismiss' | 'answer',
  told: { report: StoredReport; after: unknown },
  { request, session }: Step,
): Promise<void> {
  const { report, after } = told;
  return context.audit(
    {
      type: `qr.abuse_report.${verb}`,
      target: String(report._id),
      // Its address names the report.
      before: { address: report.address, state: report.state, answer: report.answer ?? '' },
      after,
      request,
    },
    session,
  );
}
