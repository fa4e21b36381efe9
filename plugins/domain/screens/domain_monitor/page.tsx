import { Watches } from './parts/Watches.tsx';

/** How the own domains are; with an id in the address the page of one of them. */
export function Page() {
  return <Watches />;
}
