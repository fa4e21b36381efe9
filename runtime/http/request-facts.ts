import type { Locale } from '@waypost/contract';

/** What the kernel knows of a request before it looks at the body. */
export interface RequestFacts {
  requestId: string;
  address: string;
  userAgent: string;
  locale: Locale;
  /** What was asked for; `locale` stands in for it where it lacks words. */
  language: string;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The caller's own x-request-id when it is harmless in a log and a header, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id');
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID();
}
