import type { PlatformContext } from '@waypost/sdk/platform';
import { visitBlock } from './resource.ts';
import { bindVisitBlocks } from './service.ts';

/** Mounts the lists of what owners refuse on their codes; who goes by them is every process that answers visits. */
export function mountVisitBlocks(context: PlatformContext): void {
  context.resource(visitBlock, bindVisitBlocks(context));
}
