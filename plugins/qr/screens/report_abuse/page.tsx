import { useQuery } from '@waypost/host-sdk';
import { FollowReport } from './parts/FollowReport.tsx';
import { NewReport } from './parts/NewReport.tsx';

/** Anybody tells the administrators of a link that does harm, and reads later what became of it. */
export function Page() {
  const [params] = useQuery();
  const report = params.get('report');
  return report === null ? (
    <NewReport address={params.get('address') ?? ''} />
  ) : (
    <FollowReport report={report} />
  );
}
