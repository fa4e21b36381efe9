import { ForwardList } from './parts/ForwardList.tsx';

/** The rules by which paths of domains lead on. */
export function Page() {
  return <ForwardList />;
}
