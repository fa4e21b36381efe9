import { addRow, type PluginContext } from '@waypost/sdk';
import { qrErrors } from '../../codes/errors.ts';
import { abuseReport } from '../abuse_desk/resource.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import { reportedPlace } from './address.ts';
import { addAbuseReportCall } from './calls.ts';

/** Mounts the public report of a link and the administrators' list of reports. */
export function mountAbuseReports(context: PluginContext): void {
  context.resource(abuseReport);
  context.call(addAbuseReportCall, async ({ address, reason, text = '', contact = '' }, request) => {
    const code = await reportedCode(context, address);
    if (code === undefined)
      throw qrErrors.reportUnknown.create(
        {},
        { errors: [{ path: 'address', message: 'qr.fault.report_unknown' }] },
      );
    await addRow(
      context,
      abuseReport,
      { address, reason, text, contact, code, state: 'open', remark: '' },
      { request, audit: { target: code, after: { address, reason } } },
    );
    return null;
  });
}

/** Id of the code behind an address of this installation, binned ones included. */
async function reportedCode(context: PluginContext, address: string): Promise<string | undefined> {
  const place = reportedPlace(address);
  if (place === undefined) return undefined;
  const isOwn = place.host === new URL(context.platform.publicUrl).hostname;
  const code = await context
    .model(codeResource)
    .findOne({ domain: isOwn ? '' : place.host, short_code: place.short_code }, { _id: 1 })
    .lean();
  return code ? String(code._id) : undefined;
}
