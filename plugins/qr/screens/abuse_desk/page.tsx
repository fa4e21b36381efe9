import { useQuery } from '@waypost/host-sdk';
import { ReportList } from './parts/ReportList.tsx';
import { ReportPage } from './parts/ReportPage.tsx';

/** Links that visitors reported; with an id in the address the page of one report. */
export function Page() {
  const [params] = useQuery();
  return params.get('id') === null ? <ReportList /> : <ReportPage />;
}
