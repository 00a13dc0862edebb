#!/bin/sh
# publish-php.sh REPOSITORY TAG: pushes the files of clients/php as one commit with this tag, to the repository that
# Packagist reads. A tag that is there with the same files is passed over; one with other files is refused.
set -eu
name=${GITHUB_ACTOR:-regista}
export GIT_AUTHOR_NAME="$name" GIT_AUTHOR_EMAIL="$name@localhost" GIT_COMMITTER_NAME="$name" GIT_COMMITTER_EMAIL="$name@localhost"
tree=$(git rev-parse HEAD:clients/php)
if [ -n "$(git ls-remote "$1" "refs/tags/$2")" ]; then
  git fetch -q "$1" "refs/tags/$2"
  if [ "$(git rev-parse 'FETCH_HEAD^{tree}')" = "$tree" ]; then exit 0; fi
  echo "$2 is there already, with other files" >&2
  exit 1
fi
main=$(git ls-remote "$1" refs/heads/main | cut -f1)
if [ -n "$main" ]; then git fetch -q "$1" refs/heads/main; fi
commit=$(git commit-tree ${main:+-p "$main"} -m "Release $2" "$tree")
git push -q --atomic "$1" "$commit:refs/heads/main" "$commit:refs/tags/$2"
