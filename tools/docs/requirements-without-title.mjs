// The requirements of T-016 that no title names, and why.

/** Kinds of reasons, in the order of the page, as the page counts them. */
export const reasonKinds = {
  follows: 'follow from another one that is shown, or say the same again',
  checked: 'held by a check that is no test: the coverage limit, a rule of the linter',
  documented: 'ask for documentation, which is there',
  elsewhere: 'speak of C# or of another product',
  partly: 'shown in part: the entry says what is missing',
  unshown: 'not shown by any test',
};

/** @type {ReadonlyMap<string, { kind: keyof typeof reasonKinds, text: string, from?: string }>} */
export const reasons = new Map([
  // The contract of the packer.
  ...following('FR-016-02', ['FR-016-01', 'FR-016-05', 'AC-001', 'AC-002', 'AC-005']),
  ...following('FR-016-03', ['AC-003']),
  ...following('FR-016-15', ['FR-016-04', 'AC-004', 'AC-126']),
  ...following('FR-016-06', ['AC-006']),
  ...following('FR-016-07', ['AC-007']),
  ...following('FR-016-08', ['AC-008']),
  ...following('FR-016-09', ['AC-009']),
  ...following('FR-016-11', ['FR-016-10']),
  ...following('FR-016-14', ['FR-016-13']),

  // Sources.
  ...following('FR-016-28', ['FR-016-16']),
  ...following('FR-016-18', ['FR-016-17', 'AC-012']),
  ...following('FR-016-19', ['AC-013']),
  ...following('FR-016-20', ['AC-014']),
  ...following('FR-016-21', ['AC-015']),
  ...following('AC-018', ['FR-016-22']),
  ...following('AC-019', ['FR-016-23']),
  ...following('AC-011', ['AC-141']),
  ...following('AC-016', ['NFR-016-36']),
  ...following('AC-134', ['AC-030']),
  ...following('AC-028', ['NFR-016-44']),

  // Chunks.
  ...following('AC-036', ['FR-016-35', 'NFR-016-26']),
  ...following('AC-037', ['FR-016-36', 'NFR-016-25']),
  ...following('AC-043', ['FR-016-50']),

  // Ranking.
  ...following('AC-068', ['FR-016-51', 'FR-016-52', 'FR-016-53', 'FR-016-55', 'AC-066']),
  ...following('AC-093', ['FR-016-54']),
  ...following('AC-073', ['AC-070']),
  ...following('AC-078', ['FR-016-56', 'AC-076']),
  ...following('FR-016-59', ['AC-069']),
  ...following('FR-016-60', ['AC-079']),
  ...following('FR-016-61', ['AC-090']),
  ...following('FR-016-63', ['AC-086']),
  ...following('FR-016-64', ['AC-087']),
  ...following('FR-016-65', ['AC-088']),
  ...following('FR-016-66', ['AC-089']),
  ...following('AC-094', ['FR-016-68', 'AC-074']),
  ...following('FR-016-69', ['AC-095', 'NFR-016-29']),
  ...following('AC-129', ['AC-092']),

  // Tokens and budget.
  ...following('AC-046', ['FR-016-71', 'FR-016-72', 'FR-016-73', 'NFR-016-22']),
  ...following('AC-049', ['NFR-016-21']),
  ...following('AC-050', ['FR-016-75']),
  ...following('AC-051', ['NFR-016-16']),
  ...following('AC-052', ['NFR-016-18']),
  ...following('AC-053', ['NFR-016-17']),
  ...following('FR-016-80', ['FR-016-76', 'FR-016-77', 'FR-016-78', 'FR-016-79']),
  ...following('FR-016-82', ['FR-016-81']),
  ...following('FR-016-89', ['FR-016-84']),
  ...following('AC-058', ['FR-016-85', 'NFR-016-24']),

  // Deduplication.
  ...following('FR-016-93', ['FR-016-91', 'FR-016-92']),
  ...following('NFR-016-31', ['FR-016-94']),
  ...following('AC-096', ['FR-016-95', 'AC-097']),
  ...following('AC-101', ['FR-016-96', 'FR-016-97']),
  ...following('FR-016-100', ['FR-016-99']),
  ...following('AC-140', ['FR-016-103']),

  // Selection.
  ...following('FR-016-110', ['FR-016-106', 'FR-016-107', 'FR-016-108', 'FR-016-109', 'AC-106']),
  ...following('AC-063', ['AC-107']),
  ...following('FR-016-114', ['FR-016-113', 'AC-108', 'AC-109']),
  ...following('FR-016-116', ['FR-016-115']),
  ...following('FR-016-118', ['FR-016-117']),

  // Formatting.
  ...following('AC-111', ['FR-016-121', 'FR-016-122', 'FR-016-123', 'FR-016-124', 'FR-016-126', 'AC-114']),
  ...following('AC-112', ['FR-016-127', 'FR-016-128']),
  ...following('FR-016-125', ['AC-113']),
  ...following('AC-116', ['FR-016-129', 'FR-016-130']),
  ...following('FR-016-134', ['FR-016-133']),
  ...following('FR-016-138', ['AC-048', 'NFR-016-34', 'NFR-016-35']),
  ...following('AC-059', ['AC-118']),

  // Times and sizes.
  ...following('AC-122', ['NFR-016-02']),
  ...following('AC-123', ['NFR-016-03']),
  ...following('NFR-016-14', ['AC-110']),

  // Logs.
  ...following('AC-139', ['NFR-016-57']),

  ...named('checked', ['NFR-016-47'], 'The coverage limit of the test run, 80 %.'),
  ...named('checked', ['NFR-016-46'], 'The rule `jsdoc/require-jsdoc` of the linter, for every exported interface.'),
  ...named(
    'checked',
    ['NFR-016-48'],
    'The rule `complexity` of the linter, for all that is published of the packer and the chunker.',
  ),
  ...named(
    'documented',
    ['NFR-016-51', 'NFR-016-52', 'NFR-016-53', 'NFR-016-54', 'NFR-016-55'],
    'docs/guides/configuration.md, whose tables are tested, and docs/guides/packing.md.',
  ),
  ...named('elsewhere', ['NFR-016-15'], 'A class of C#. Texts are joined once, from a list of their parts.'),
  ...named(
    'elsewhere',
    ['AC-142', 'AC-143'],
    'The model layer of another product. The text, its count and the tokenizer for a model are the interface.',
  ),
  ...named(
    'partly',
    ['NFR-016-13', 'FR-016-105'],
    'The rows NFR-016-05 and AC-124 keep the same bound for 200 and for 1,000 chunks. How the time grows is not measured.',
  ),
  ...named(
    'partly',
    ['NFR-016-43'],
    'Bytes that are no text are skipped (AC-028). Damaged UTF-8 is packed with replacement characters, as AC-132 asks.',
  ),
  ...named(
    'unshown',
    ['NFR-016-09'],
    'A rate that depends on what is packed; the metric is Agents.Context.Packing.CacheHitRate.',
  ),
  ...named('unshown', ['NFR-016-49'], 'A judgement. The linter limits only the length of files, to 400 lines.'),
  ...named('unshown', ['NFR-016-50'], 'Constructors take contracts by token; no check forbids another way.'),
]);

/** Ids that say no more than `from` does. */
function following(from, ids) {
  return ids.map((id) => [id, { kind: 'follows', text: `Follows from ${from}.`, from }]);
}

function named(kind, ids, text) {
  return ids.map((id) => [id, { kind, text }]);
}
