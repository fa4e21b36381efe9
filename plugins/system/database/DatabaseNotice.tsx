import { Alert } from '@arco-design/web-react';

/** What this screen cannot show or do, because the platform's user in the operator's own database may not. */
export function DatabaseNotice({ text }: { text: string }) {
  return <Alert type="warning" content={text} />;
}
