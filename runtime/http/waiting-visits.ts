import { createRefusalPages, type PageOptions, type VisitPath } from '../visit/index.ts';
import type { VisitHandlers } from './server.ts';

/** Answers visits while the index is being loaded: a code is not unknown, or as it was before a crash, because of that. */
export function createWaitingVisits(
  visitPath: () => VisitPath | undefined,
  options: PageOptions,
): VisitHandlers {
  const refusal = createRefusalPages(options);
  const settled = async () => {
    const path = visitPath();
    await path?.settled;
    return path;
  };
  return {
    visit: async (request, server) =>
      (await settled())?.handle(request, server) ?? refusal('unavailable', request),
    forward: async (request, server) => {
      const path = await settled();
      return path === undefined ? refusal('unavailable', request) : path.forward(request, server);
    },
  };
}
