import { expect, it } from '@jest/globals';
import { element, leaf } from '../../feeds/xml.js';

/** Popular readers, such as fast-xml-parser, leave numeric references as they are: `One&#13;` in a description. */
it('a text of a form, with its two kinds of line breaks, has one kind in XML, and no numeric references', () => {
  expect(leaf('description', 'One\r\nTwo\rThree\n& "four"')).toBe(
    '<description>One\nTwo\nThree\n&amp; &quot;four&quot;</description>',
  );
  expect(element('room', { name: 'Hall\r\n1' }, [])).toBe('<room name="Hall 1"></room>');
});
