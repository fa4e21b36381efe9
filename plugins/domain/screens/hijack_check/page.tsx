import { CheckPage } from './parts/CheckPage.tsx';

/** One check of a domain: what each who was asked said, and which page came. */
export function Page() {
  return <CheckPage />;
}
