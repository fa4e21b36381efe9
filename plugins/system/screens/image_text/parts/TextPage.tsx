import type { Locale, RowOf } from '@waypost/contract';
import {
  Button,
  Can,
  CopyText,
  confirm,
  notify,
  ResourceForm,
  Tag,
  type ThingHandle,
  ThingPage,
  useClient,
  useGo,
  useLocale,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { inLanguage } from '../../../content/in-language.ts';
import { ShowStatus } from '../../../content/values.ts';
import { RichText } from '../../../rich-text/RichText.tsx';
import { imageText } from '../resource.ts';
import styles from './image-text.module.css';
import { Languages, TextPreview } from './TextPreview.tsx';
import { TEXT_FORM } from './text-form.ts';

type TextRow = RowOf<typeof imageText>;

/** The page of a text: as it is read in each language, and where it is written. */
export function TextPage() {
  const words = useWords();
  return (
    <ThingPage
      resource={imageText}
      back={{ screen: 'image_text', label: 'menu.image_text' }}
      state={({ show_status }) => (
        <Tag tone={show_status === ShowStatus.shown ? 'good' : 'neutral'}>
          {words(`system.image_text.show_status.${show_status}`)}
        </Tag>
      )}
      facts={({ public_url }) =>
        public_url === '' ? null : <CopyText value={public_url} shown={public_url} href={public_url} />
      }
      actions={(row) => <Remove row={row} />}
      tabs={[
        {
          name: 'text',
          title: 'system.image_text.tab.text',
          content: (row) => <ShownText row={row} />,
        },
        {
          name: 'edit',
          title: 'system.image_text.tab.edit',
          permission: 'system.image_text:update',
          content: (row, page) => <EditText row={row} page={page} />,
        },
      ]}
    />
  );
}

function ShownText({ row }: { row: TextRow }) {
  const [locale, setLocale] = useState<Locale>(useLocale());
  return (
    <>
      <Languages locale={locale} onChange={setLocale} />
      <article className={styles.shown}>
        <h2 className={styles.title}>{inLanguage(row, 'title', locale)}</h2>
        <RichText html={inLanguage(row, 'content', locale)} />
      </article>
    </>
  );
}

function EditText({ row, page }: { row: TextRow; page: ThingHandle }) {
  const words = useWords();
  return (
    <ResourceForm
      key={row.version}
      resource={imageText}
      mode="edit"
      row={row}
      about={row.id}
      {...TEXT_FORM}
      extra={<TextPreview />}
      onSaved={() => {
        notify.success(words('form.saved'));
        page.reload();
      }}
    />
  );
}

function Remove({ row }: { row: TextRow }) {
  const words = useWords();
  const client = useClient();
  const go = useGo();
  async function remove(): Promise<void> {
    const isAgreed = await confirm({
      title: words('system.image_text.remove.title', { name: row.title }),
      text: words('system.image_text.remove.confirm', { name: row.title }),
      verb: words('action.delete'),
      isDangerous: true,
    });
    if (!isAgreed) return;
    await client.post(imageText.area, 'remove', { id: row.id });
    go('image_text');
  }
  return (
    <Can permission="system.image_text:delete">
      <Button onClick={() => void remove()}>{words('action.delete')}</Button>
    </Can>
  );
}
