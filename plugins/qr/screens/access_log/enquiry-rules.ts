import { VISITOR_QUERY_DEFAULT_DAYS, VISITOR_QUERY_WINDOW_DAYS } from '@waypost/contract';
import { z } from 'zod';
import { ENQUIRY_MAX_ADDRESSES } from './calls.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OCTET = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^${OCTET}(\\.${OCTET}){3}$`);

/** Whether a line is an IPv4 address as people write it. */
export function isIpv4(line: string): boolean {
  return IPV4.test(line) && !/(^|\.)0\d/.test(line);
}

/** The addresses of a text with one on each line; blank lines and repeats are left out. */
export function addressLines(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The addresses as somebody types them, one a line; the faults are locale keys with what they tell. */
export const zAddressLines = z.string().superRefine((text, context) => {
  const fault = addressFault(addressLines(text));
  if (fault) context.addIssue({ code: 'custom', ...fault });
});

function addressFault(
  lines: readonly string[],
): { message: string; params?: Record<string, string | number> } | undefined {
  const wrong = lines.find((line) => !isIpv4(line));
  if (wrong !== undefined) return { message: 'qr.enquiry.fault.ip', params: { line: wrong } };
  if (lines.length === 0) return { message: 'qr.enquiry.fault.ip_list' };
  if (lines.length <= ENQUIRY_MAX_ADDRESSES) return undefined;
  return { message: 'qr.enquiry.fault.many', params: { count: ENQUIRY_MAX_ADDRESSES } };
}

/** Today in a time zone as `yyyy-mm-dd`; without a time zone that of the machine. */
export function dayIn(time: number, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-CA', {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(time);
}

/** `days` days before a day, both as `yyyy-mm-dd`. */
export function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** First and last day that may be asked for, and the range that stands there at first (docs/product.md, "Visitor look-up"). */
export function enquiryWindow(today: string): { first: string; last: string; start: string } {
  return {
    first: dayBefore(today, VISITOR_QUERY_WINDOW_DAYS),
    last: today,
    start: dayBefore(today, VISITOR_QUERY_DEFAULT_DAYS),
  };
}

/**
 * Which end of a range is outside the window, or turned around; undefined when it may be asked for. One day of grace
 * after today: the asking browser's calendar may be ahead of the statistics'.
 */
export function windowFault(
  range: { start: string; end: string },
  today: string,
): 'start_time' | 'end_time' | undefined {
  const { first } = enquiryWindow(today);
  if (!isDay(range.start) || range.start < first || range.start > range.end) return 'start_time';
  if (!isDay(range.end) || range.end > dayBefore(today, -1)) return 'end_time';
  return undefined;
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
