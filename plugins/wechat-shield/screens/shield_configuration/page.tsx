import { RuleList } from './parts/RuleList.tsx';

/** Rules about who may visit, in their order. */
export function Page() {
  return <RuleList />;
}
