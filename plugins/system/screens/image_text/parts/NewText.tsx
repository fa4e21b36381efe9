import { Page as Frame, ResourceForm, useGo, useWords } from '@waypost/host-sdk';
import { imageText } from '../resource.ts';
import { TextPreview } from './TextPreview.tsx';
import { TEXT_FORM } from './text-form.ts';

/** Writes a new text; its page opens once it is kept. */
export function NewText() {
  const words = useWords();
  const go = useGo();
  return (
    <Frame title={words('system.image_text.create.title')}>
      <ResourceForm
        resource={imageText}
        mode="create"
        about="new"
        {...TEXT_FORM}
        extra={<TextPreview />}
        onCancel={() => go('image_text')}
        onSaved={({ id }) => go('image_text', { id: String(id) })}
      />
    </Frame>
  );
}
