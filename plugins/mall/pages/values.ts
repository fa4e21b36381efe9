/** What products are called among the pages that codes lead to. */
export const PRODUCT_PAGES = 'mall.products';
/** First segment of the addresses of their pages. */
export const PAGE_BRANCH = 'product';
/** Where visitors read a product, whose id is its address: the path on the installation's own hosts. */
export const pagePath = (id: string): string => `/page/${PAGE_BRANCH}/${id}`;
