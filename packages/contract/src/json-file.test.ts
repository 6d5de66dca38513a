import { expect, it } from 'vitest'
import { parseJsonFile } from './json-file.ts'

it.each([
  ['{"a":[1,-2.5e3,true,false,null,"\\u00e7 \\" \\\\"],"b":{}}'],
  ['\uFEFF {"a":[]}\r\n'],
  ['"text"'],
  ['0'],
])('the file %j is JSON', (file) => {
  const document: unknown = JSON.parse(file.replace('\uFEFF', ''))
  expect(parseJsonFile(file)).toEqual({ ok: true, document })
})

it.each([
  ['a comma behind the last key', '{\n  "a": 1,\n}', 'line 3, column 1'],
  ['a comma behind the last item', '["a",\n]', 'line 2, column 1'],
  ['a comma too many', '["a",,"b"]', 'line 1, column 6'],
  ['a comma that is missing', '{"a":{"b":1}\r\n "c":2}', 'line 2, column 2'],
  ['a comment', '{\n  // why\n  "a":1}', 'line 2, column 3'],
  ['a key without quotation marks', '{a:1}', 'line 1, column 2'],
  ['a key without a value', '{"a"}', 'line 1, column 5'],
  ['another quotation mark', "{'a':1}", 'line 1, column 2'],
  ['a text over two lines', '["a\nb"]', 'line 1, column 2'],
  ['an escape that JSON does not have', String.raw`["C:\data"]`, 'line 1, column 2'],
  ['a number that begins with a zero', '[1,007]', 'line 1, column 4'],
  ['a number with a comma', '[1.]', 'line 1, column 2'],
  ['a word', '[1,yes]', 'line 1, column 4'],
  ['a bracket that is missing', '{"a":[1', 'line 1, column 8'],
  ['the wrong bracket', '[1}', 'line 1, column 3'],
  ['two documents', '{}\n{}', 'line 2, column 1'],
  ['text in UTF-16', '\uFFFD\uFFFD{\0}\0', 'line 1, column 1'],
])('with %s, the error says where the file stops being JSON', (_what, file, place) => {
  expect(parseJsonFile(file)).toEqual({ ok: false, error: `${place} is no JSON` })
})

it.each(['', ' \r\n', '\uFEFF'])('the file %j is empty', (file) => {
  expect(parseJsonFile(file)).toEqual({ ok: false, error: 'the file is empty' })
})

it('a key that is there twice is an error, because only the last one would count', () => {
  expect(parseJsonFile('{"a":{"b":1,"b":2}}')).toEqual({
    ok: false,
    error: 'b is there twice in one object',
  })
})
