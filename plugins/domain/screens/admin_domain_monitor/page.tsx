import { Watches } from '../domain_monitor/parts/Watches.tsx';

/** How domains are as operators open it: everyone's, with their owners, and the platform's. */
export function Page() {
  return <Watches isForEveryone />;
}
