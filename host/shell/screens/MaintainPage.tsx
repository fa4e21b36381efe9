import { IconTool } from '@arco-design/web-react/icon';
import { EmptyState, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';

/** Shown while the server says that maintenance is on. */
export function MaintainPage() {
  const words = useWords();
  useEffect(() => {
    document.title = `${words('maintain.title')} · ${words('shell.name')}`;
  }, [words]);
  return (
    <main>
      <h1 className="wp-visually-hidden">{words('maintain.title')}</h1>
      <EmptyState icon={<IconTool />} title={words('maintain.title')} text={words('maintain.text')} />
    </main>
  );
}
