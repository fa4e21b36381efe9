import { ResourceList } from '@waypost/host-sdk';
import { imageTextType } from './resource.ts';

/** Kinds of texts. */
export function Page() {
  return <ResourceList resource={imageTextType} title="menu.image_text_type" />;
}
