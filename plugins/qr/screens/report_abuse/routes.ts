import { createHash } from 'node:crypto';
import type { BodyOf, ResultOf } from '@waypost/contract';
import { errors } from '@waypost/contract';
import { addRow, type PluginContext, type RequestContext } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { standsOn } from '../../codes/hosts/taken.ts';
import type { StoredCode } from '../../codes/link.ts';
import { addFollower, followersOf } from '../abuse_desk/followers.ts';
import { reportedTargets } from '../abuse_desk/reported-targets.ts';
import { abuseReport, OPEN_REPORTS_A_CODE } from '../abuse_desk/resource.ts';
import { tellHandlers } from '../abuse_desk/tell.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { isOwnHost, reportedPlace } from './address.ts';
import { addAbuseReportCall, followReportCall } from './calls.ts';

const KEY_BYTES = 24;

/** The store sees the keys of reporters as hashes only. */
const digest = (key: string) => createHash('sha256').update(key).digest('hex');

/** Mounts the public report of a link, and what became of it for whoever made it. */
export function mountAbuseReports(context: PluginContext): void {
  context.call(addAbuseReportCall, (body, request) => addReport(context, body, request));
  context.call(followReportCall, ({ report: key }) => followReport(context, digest(key)));
}

async function followReport(
  context: PluginContext,
  hash: string,
): Promise<ResultOf<typeof followReportCall>> {
  const reports = context.model(abuseReport);
  const own = await reports.findOne({ follow_key: hash }).lean();
  const follower = own === null ? await followersOf(context).findById(hash).lean() : null;
  const report = own ?? (follower && (await reports.findById(follower.report).lean()));
  if (!report) throw errors.notFound.create();
  const { answer = '', state_time } = report;
  // What was said to the owner alone is no answer to whoever reported: to them nothing has happened yet.
  const isUntold = report.state === 'answered' && answer === '';
  return {
    address: follower?.address ?? report.address,
    state: isUntold ? 'open' : report.state,
    answer,
    create_time: (follower?.time ?? report.create_time).toISOString(),
    state_time: isUntold ? null : (state_time?.toISOString() ?? null),
  };
}

async function addReport(
  context: PluginContext,
  { address, reason, text = '', contact = '' }: BodyOf<typeof addAbuseReportCall>,
  request: RequestContext,
): Promise<{ report: string }> {
  const code = await reportedCode(context, address);
  if (!code)
    throw qrErrors.reportUnknown.create(
      {},
      { errors: [{ path: 'address', message: 'qr.fault.report_unknown' }] },
    );
  const key = Buffer.from(context.random.bytes(KEY_BYTES)).toString('base64url');
  const id = String(code._id);
  const isCounted = await countFurther(context, { code: id, address, key });
  if (isCounted) return { report: key };
  const { _id } = await addRow(
    context,
    abuseReport,
    {
      address,
      reason,
      text,
      contact,
      code: id,
      targets: reportedTargets(code),
      state: 'open',
      follow_key: digest(key),
      untold: 1,
    },
    // Not under the code's id: its owner reads what is recorded of it.
    { request, audit: { after: { address, reason, code: id } } },
  );
  try {
    await tellHandlers(context, { id: _id, address }, code);
  } catch (error) {
    // The report stands on the desk, and is told with others later; to refuse it for that would make it come twice.
    context.log.error({ error, report: _id }, 'nobody was told of a report');
  }
  return { report: key };
}

/**
 * Counts a report on the first open one about its code, where there are as many as are kept: whoever reports without end
 * fills neither store nor desk, and nobody misses that there were more.
 * @returns whether it was counted
 */
async function countFurther(
  context: PluginContext,
  { code, address, key }: { code: string; address: string; key: string },
): Promise<boolean> {
  const reports = context.model(abuseReport);
  if ((await reports.countDocuments({ code, state: 'open' })) < OPEN_REPORTS_A_CODE) return false;
  return context.transaction(async (session) => {
    const first = await reports
      .findOneAndUpdate(
        { code, state: 'open' },
        { $inc: { further: 1, untold: 1 } },
        { session, sort: { create_time: 1 }, timestamps: false },
      )
      .lean();
    if (first === null) return false;
    const follower = { _id: digest(key), report: String(first._id), address, time: context.clock.date() };
    await addFollower(context, follower, session);
    return true;
  });
}

/** The code behind an address of this installation, binned ones included. */
async function reportedCode(context: PluginContext, address: string): Promise<StoredCode | null> {
  const place = reportedPlace(address);
  if (place === undefined) return null;
  const { host, short_code } = place;
  const domain = isOwnHost(host, context.platform) ? '' : host;
  const found = await context
    .model(codeResource)
    .find({ short_code: { $in: [short_code, short_code.toLowerCase()] }, ...standsOn([domain]) })
    .lean();
  // As visits find it: what is written just so goes before one that answers in capitals as well.
  const exact = found.find((code) => code.short_code === short_code);
  return exact ?? found.find(({ ignore_case }) => ignore_case) ?? null;
}
