import { CodeList } from '../qr_code_list/parts/CodeList.tsx';

/** The list of codes as operators open it: everyone's, with their owners. */
export function Page() {
  return <CodeList isForEveryone />;
}
