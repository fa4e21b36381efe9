import { field, type RowOf, zId } from '@waypost/contract';
import { CallForm, notify, useResource, useWords } from '@waypost/host-sdk';
import { mergeCall } from '../calls.ts';
import { type categoryResource as Categories, categoryReference, categoryResource } from '../resource.ts';

const FIELDS = { into: field(zId, { ref: categoryReference }) };

/** Asks where the products of a category go before it is deleted. */
export function MergeDrawer({
  category,
  onClose,
}: {
  category: RowOf<typeof Categories>;
  onClose: () => void;
}) {
  const words = useWords();
  const { reload } = useResource(categoryResource);
  const { id, title: name, product_number: count } = category;
  return (
    <CallForm
      call={mergeCall}
      name="mall.category.merge"
      fields={FIELDS}
      about={id}
      drawer={{ title: words('mall.category.merge.title', { name }) }}
      onCancel={onClose}
      submit="mall.category.merge.verb"
      submitKind="danger"
      toBody={(values) => ({ ...values, id })}
      onSent={({ moved }) => {
        notify.success(words('mall.category.merge.done', { name, count: moved }));
        onClose();
        void reload();
      }}
      extra={<p>{words('mall.category.merge.text', { name, count })}</p>}
    />
  );
}
