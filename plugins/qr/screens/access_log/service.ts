import { type BodyOf, errors } from '@waypost/contract';
import type { PluginContext, VisitorRow } from '@waypost/sdk';
import { codeLabels } from '../../codes/code-labels.ts';
import { ownHost } from '../../codes/hosts/own-host.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { publicEnquiryCall, VisitRecord } from './calls.ts';
import { dayIn, isIpv4, windowFault } from './enquiry-rules.ts';

/** Rows of code and address that are looked at; 1,000 addresses rarely visit more codes than that. */
const MAX_ROWS = 10_000;
const CHINA = 'CN';
const APP_NAMES: Readonly<Record<string, string>> = {
  wechat: 'WeChat',
  wecom: 'WeCom',
  alipay: 'Alipay',
  qq: 'QQ',
  weibo: 'Weibo',
  dingtalk: 'DingTalk',
  feishu: 'Feishu',
};

/**
 * Visits of the asked addresses to one owner's codes, the latest first, one record for each domain and address.
 * Errors: `invalid_input` 422 at `ip_list.<n>`, `start_time`, `end_time`.
 */
export async function enquire(
  context: PluginContext,
  owner: string,
  body: BodyOf<typeof publicEnquiryCall>,
): Promise<VisitRecord[]> {
  const range = checkedRange(body, dayIn(context.clock.now(), context.platform.timeZone));
  const ips = checkedAddresses(body.ip_list);
  const link = await linkOf(context, owner, body.file_name ?? '');
  if (link === null) return [];
  const { content } = await context.visits.visitors({
    scope: { owner, link },
    ips,
    days: range,
    page: 1,
    page_size: MAX_ROWS,
  });
  const labels = await codeLabels(
    context,
    content.map((row) => row.link),
    // Only the domain is told, the one that the code stands on now.
    {},
  );
  const own = ownHost(context);
  const wanted = (body.domain ?? '').trim().toLowerCase();
  const records = new Map<string, VisitRecord>();
  for (const row of content) {
    const domain = labels.get(row.link)?.domain || own;
    if (wanted !== '' && domain !== wanted) continue;
    const key = `${domain} ${row.ip}`;
    const known = records.get(key);
    // Rows come with the latest first: what is known already is the newer one.
    if (known) known.ip_count += row.count;
    else records.set(key, recordOf(row, domain));
  }
  return [...records.values()];
}

function checkedRange(
  body: { start_time: string; end_time: string },
  today: string,
): { first: number; last: number } {
  const range = { start: body.start_time.slice(0, 10), end: body.end_time.slice(0, 10) };
  const fault = windowFault(range, today);
  if (fault !== undefined)
    throw errors.invalidInput.create({}, { errors: [{ path: fault, message: 'qr.fault.enquiry_window' }] });
  const numberOf = (day: string) => Number(day.replaceAll('-', ''));
  return { first: numberOf(range.start), last: numberOf(range.end) };
}

function checkedAddresses(lines: readonly string[]): string[] {
  const ips = lines.map((line) => line.trim());
  const faults = ips.flatMap((ip, index) =>
    isIpv4(ip) ? [] : [{ path: `ip_list.${index}`, message: 'qr.fault.enquiry_ip' }],
  );
  if (faults.length > 0) throw errors.invalidInput.create({}, { errors: faults.slice(0, 20) });
  return [...new Set(ips)];
}

/** The code of a share name among the owner's; undefined: all of them, null: there is none. */
async function linkOf(
  context: PluginContext,
  owner: string,
  file_name: string,
): Promise<string | undefined | null> {
  if (file_name === '') return undefined;
  const code = await context.model(codeResource).findOne({ owner, file_name }, { _id: 1 }).lean();
  return code ? String(code._id) : null;
}

function recordOf(row: VisitorRow, domain: string): VisitRecord {
  const { ip, country, isp, app, system, device, browser, location } = row;
  const place = country === CHINA && !location.startsWith('中国') ? `中国 ${location}` : location;
  return {
    domain,
    latest_create_time: row.last_time,
    ip,
    ip_count: row.count,
    latest_ip_belong: [place, isp].filter((part) => part !== '').join(' '),
    latest_source: [...new Set([APP_NAMES[app] ?? '', system, device, browser])]
      .filter((part) => part !== '')
      .join(';'),
    latest_user_agent: row.user_agent,
    country,
    isp,
    app,
    system,
    // A model that no table knows tells a reader nothing: the page says so in words.
    device: row.is_listed ? device : '',
  };
}
