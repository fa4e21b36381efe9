import { Skeleton } from '@waypost/host-sdk';

/** Bars in the place of a short list. */
export function ListSkeleton() {
  return <Skeleton lines={4} height={32} />;
}
