import { CHINA_CODES, VISITOR_INFO_COUNT, VISITOR_PRIMARY_COUNT } from '@waypost/contract';
import type { VisitRecord } from './calls.ts';

/** docs/product.md, "Visitor look-up": colours of visitors, the first that fits. */
export type VisitorClass = 'primary' | 'info' | 'warning' | 'danger' | 'success' | 'plain';
export const VISITOR_CLASSES = ['primary', 'info', 'warning', 'danger', 'success', 'plain'] as const;

/** Buttons of the enquiry page. */
export const ENQUIRY_FILTERS = [
  'all',
  'mobile',
  'unicom',
  'telecom',
  'wechat',
  'foreign',
  'apple',
  'android',
  'same_agent',
] as const;
export type EnquiryFilter = (typeof ENQUIRY_FILTERS)[number];

export interface ClassedRecord extends VisitRecord {
  visitor_class: VisitorClass;
}

function segmentOf(ip: string): string {
  return ip.split('.').slice(0, 3).join('.');
}

function countBy(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Whether the address lies outside China; one whose country is not known counts as neither. */
function isForeign(record: VisitRecord): boolean {
  return record.country !== '' && !isOfChina(record);
}

function isOfChina({ country }: VisitRecord): boolean {
  return CHINA_CODES.includes(country);
}

/** Gives each record its colour. Two records of one address are one visitor, so they share no segment with another. */
export function classify(records: readonly VisitRecord[]): ClassedRecord[] {
  const neighbours = countBy(new Set(records.map(({ ip }) => ip)).values().map(segmentOf));
  return records.map((record) => ({
    ...record,
    visitor_class: classOf(record, (neighbours.get(segmentOf(record.ip)) ?? 0) > 1),
  }));
}

function classOf(record: VisitRecord, hasNeighbour: boolean): VisitorClass {
  if (record.ip_count >= VISITOR_PRIMARY_COUNT) return 'primary';
  if (record.ip_count >= VISITOR_INFO_COUNT) return 'info';
  if (hasNeighbour) return 'warning';
  if (isForeign(record)) return 'danger';
  if (record.app === 'wechat' && isOfChina(record)) return 'success';
  return 'plain';
}

/** The records behind each button. */
export function filterRecords<R extends VisitRecord>(records: readonly R[]): Record<EnquiryFilter, R[]> {
  const agents = countBy(records.map(({ latest_user_agent }) => latest_user_agent));
  const having = (fits: (record: R) => boolean) => records.filter(fits);
  return {
    all: [...records],
    mobile: having(({ isp }) => isp.includes('移动')),
    unicom: having(({ isp }) => isp.includes('联通')),
    telecom: having(({ isp }) => isp.includes('电信')),
    wechat: having(({ app }) => app === 'wechat'),
    foreign: having(isForeign),
    apple: having(({ system }) => /^(iOS|iPadOS|mac)/i.test(system)),
    android: having(({ system }) => /^(Android|HarmonyOS)/i.test(system)),
    same_agent: having(({ latest_user_agent: agent }) => agent !== '' && (agents.get(agent) ?? 0) > 1),
  };
}
