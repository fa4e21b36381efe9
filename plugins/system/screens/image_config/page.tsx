import { TabbedPage, useWords } from '@waypost/host-sdk';
import { FileList } from './parts/FileList.tsx';
import { Limits } from './parts/Limits.tsx';

/** What may be uploaded, and what has been. */
export function Page() {
  const words = useWords();
  return (
    <TabbedPage
      title={words('menu.image_config')}
      text={words('system.image_config.text')}
      tabs={[
        { name: 'limits', title: 'system.image_config.tab.limits', content: <Limits /> },
        {
          name: 'files',
          title: 'system.image_config.tab.files',
          permission: 'system.file:read',
          content: <FileList />,
        },
      ]}
    />
  );
}
