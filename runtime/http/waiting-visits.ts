import { createRefusalPages, type VisitPath } from '../visit/index.ts';
import type { VisitHandler } from './server.ts';

/** Answers visits while the index is being loaded: a code is not unknown, or as it was before a crash, because of that. */
export function createWaitingVisits(visitPath: () => VisitPath | undefined, reportUrl: string): VisitHandler {
  const refusal = createRefusalPages(reportUrl);
  return async (request, server) => {
    const path = visitPath();
    if (path === undefined) return refusal('unavailable', request);
    await path.settled;
    return path.handle(request, server);
  };
}
