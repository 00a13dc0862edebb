/** The part of a query that was left out. The API names it in `meta.warnings`. */
export type LeftOut = 'flat_left_out' | 'postal_code_left_out' | 'words_left_out'

/** One way in which records match a text: a row of a list, which knows no other row. */
export interface Rule<Question, Example> {
  readonly name: string
  /** `explain` prints it. */
  readonly description: string
  /**
   * It is asked only while there is no hit, or few and none that is called so. Otherwise it is asked while the list has
   * room.
   */
  readonly when?: 'few' | 'nothing'
  /** The API names it in `meta.warnings`. */
  readonly leavesOut?: readonly LeftOut[]
  /** Checks cheaply whether it may match: most texts are out of the question. */
  readonly appliesTo?: (question: Question) => boolean
  /** What is typed, and the record that the rule finds first. They are its tests. */
  readonly examples: Readonly<Record<string, Example>>
}

export type AnyRule = Rule<never, unknown>

/** The hits, and the rule that found the first of them. */
export interface Found<Hit, Row> {
  readonly hits: readonly Hit[]
  /** Null: there is no hit. */
  readonly rule: Row | null
}

/** A search while its rules are asked. */
export interface RuleRun<Row, Question> {
  isFull(): boolean
  /** What the text may mean: as typed at 0, then otherwise. It is asked for when the rules of a group left room. */
  questions(meaning: number): readonly Question[] | undefined
  /** Whether a rule is asked with these hits, and this reading. */
  isWanted(rule: Row, question: Question): boolean
  ask(rule: Row, question: Question): void
  /** The rules of a group were asked with one meaning. */
  endGroup(): void
}

/** Asks the rules in their order until there are enough hits: those of a group with each meaning of the text. */
export function runRules<Question, Row extends Pick<Rule<Question, unknown>, 'appliesTo'>>(
  groups: readonly (readonly Row[])[],
  run: RuleRun<Row, Question>,
): void {
  for (const group of groups)
    for (let meaning = 0; ; meaning++) {
      const questions = run.questions(meaning)
      if (questions === undefined) break
      for (const rule of group)
        for (const question of questions) {
          if (run.isFull()) break
          if (run.isWanted(rule, question) && rule.appliesTo?.(question) !== false) run.ask(rule, question)
        }
      run.endGroup()
      if (run.isFull()) return
    }
}
