import { type BodyOf, errors } from '@waypost/contract';
import type { PluginContext, Session, SignedRequest, Stored } from '@waypost/sdk';
import { freezeCodes } from '../../codes/freeze-codes.ts';
import type { StoredCode } from '../../codes/link.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { answerReportCall, dismissReportCall, freezeReportedCall } from './calls.ts';
import { abuseReport } from './resource.ts';
import { tellAnswer, tellFrozen } from './tell.ts';

type StoredReport = Stored<typeof abuseReport>;
type Closing = Pick<StoredReport, 'state'> & Partial<Pick<StoredReport, 'answer'>>;

const FREEZE = 'qr.code_admin:freeze';

/** What those who handle reports do with one. */
export function createReportDesk(context: PluginContext) {
  const reports = context.model(abuseReport);
  const codes = context.model(codeResource);

  const codeOf = async ({ code }: Pick<StoredReport, 'code'>) =>
    (await codes.findOne({ _id: code }).lean()) as StoredCode | null;

  async function reportOf(id: string): Promise<StoredReport> {
    const report = (await reports.findOne({ _id: id }).lean()) as StoredReport | null;
    if (!report) throw errors.notFound.create();
    return report;
  }

  const stateOf = (closing: Closing, { caller }: SignedRequest) => ({
    $set: {
      ...closing,
      state_by: caller.id,
      state_time: context.clock.date(),
      update_time: context.clock.date(),
    },
    $inc: { version: 1 },
  });

  /** Errors: `stale_version` 409 when somebody else has done something with it meanwhile. */
  async function close(
    { id, version }: { id: string; version: number },
    closing: Closing,
    step: { request: SignedRequest; session?: Session },
  ): Promise<{ id: string; version: number }> {
    const { matchedCount } = await reports.updateOne({ _id: id, version }, stateOf(closing, step.request), {
      ...(step.session ? { session: step.session } : {}),
      timestamps: false,
    });
    if (matchedCount === 0) throw errors.staleVersion.create();
    return { id, version: version + 1 };
  }

  const note = (verb: string, report: StoredReport, after: unknown, request: SignedRequest) =>
    context.audit({
      type: `qr.abuse_report.${verb}`,
      target: String(report._id),
      before: { state: report.state, answer: report.answer ?? '' },
      after,
      request,
    });

  return {
    /** Errors: `forbidden` 403 without the right to freeze, `not_found` 404 where the code is gone, `stale_version` 409. */
    async freeze({ id, version, reason }: BodyOf<typeof freezeReportedCall>, request: SignedRequest) {
      const { isSuper, permissions } = request.caller;
      if (!isSuper && !permissions.has(FREEZE)) throw errors.forbidden.create({ permission: FREEZE });
      const report = await reportOf(id);
      let closed = 0;
      await freezeCodes(context, { ids: [report.code], reason }, request, async (session) => {
        await close({ id, version }, { state: 'frozen' }, { request, session });
        const { modifiedCount } = await reports.updateMany(
          { code: report.code, state: 'open' },
          stateOf({ state: 'frozen' }, request),
          { session, timestamps: false },
        );
        closed = modifiedCount + 1;
      });
      await note('freeze', report, { state: 'frozen', reason, closed }, request);
      const code = await codeOf(report);
      if (code) await tellFrozen(context, code, reason);
      return { id, version: version + 1, closed };
    },

    async dismiss({ id, version, answer = '' }: BodyOf<typeof dismissReportCall>, request: SignedRequest) {
      const report = await reportOf(id);
      const after = { state: 'dismissed', answer } as const;
      const settled = await close({ id, version }, after, { request });
      await note('dismiss', report, after, request);
      return settled;
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
      const settled = await close({ id, version }, after, { request });
      await note('answer', report, { ...after, message }, request);
      const code = message === '' ? null : await codeOf(report);
      if (code) await tellAnswer(context, code, message);
      return settled;
    },
  };
}
