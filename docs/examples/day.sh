#!/bin/sh
# A day of sixteen players in five rounds, by commands only: sh day.sh in an empty folder.
# Every match is cut short by the clock, or the day would be a long one; table 1 of round 1 is whole.
set -eu

guobiao event new event.toml --title 'Spring Cup' --rounds 5 --seed 2026 \
    --players An Bo Cai Du Eva Fei Guo Hu Ida Jin Kai Lin Mei Nan Ora Pan
guobiao event seat event.toml

# Round 1
guobiao match new round1-table1.json --event event.toml --round 1 --table 1
guobiao match add round1-table1.json --winner S --points 9 --discarder W
guobiao match add round1-table1.json --winner N --points 8 --discarder W
guobiao match add round1-table1.json --winner E --points 18 --discarder W
guobiao match add round1-table1.json --winner S --points 48 --self-draw
guobiao match add round1-table1.json --winner N --points 24 --discarder S
guobiao match add round1-table1.json --winner N --points 9 --discarder E
guobiao match add round1-table1.json --winner S --points 24 --discarder W
guobiao match add round1-table1.json --winner E --points 8 --discarder S
guobiao match add round1-table1.json --winner E --points 8 --self-draw
guobiao match add round1-table1.json --winner W --points 48 --discarder S
guobiao match add round1-table1.json --winner N --points 27 --self-draw
guobiao match add round1-table1.json --winner N --points 9 --discarder S
guobiao match add round1-table1.json --draw
guobiao match add round1-table1.json --winner N --points 32 --self-draw
guobiao match add round1-table1.json --winner N --points 12 --discarder S
guobiao match add round1-table1.json --winner N --points 24 --discarder W
guobiao match new round1-table2.json --event event.toml --round 1 --table 2
# A mistake: it was South's tile. The entry is taken back and written again.
guobiao match add round1-table2.json --winner W --points 24 --discarder N
guobiao match undo round1-table2.json
guobiao match add round1-table2.json --winner W --points 24 --discarder S
# Found out later: 22, not 24. An older entry is corrected.
guobiao match add round1-table2.json --draw
guobiao match correct round1-table2.json --of 1 --change W=-2 --change S=+2 --reason '22, not 24'
guobiao match add round1-table2.json --time-up
guobiao match new round1-table3.json --event event.toml --round 1 --table 3
guobiao match add round1-table3.json --winner W --points 8 --discarder S
guobiao match add round1-table3.json --time-up
guobiao match new round1-table4.json --event event.toml --round 1 --table 4
guobiao match add round1-table4.json --winner W --points 27 --discarder N
guobiao match add round1-table4.json --time-up
guobiao event standings event.toml round*.json

# Round 2
guobiao match new round2-table1.json --event event.toml --round 2 --table 1 --file-version 2
guobiao match add round2-table1.json --winner S --points 27 --discarder W
guobiao match add round2-table1.json --time-up
guobiao match new round2-table2.json --event event.toml --round 2 --table 2
guobiao match add round2-table2.json --draw
guobiao match add round2-table2.json --draw
guobiao match add round2-table2.json --time-up
guobiao match new round2-table3.json --event event.toml --round 2 --table 3
# A false win: ten to each, and play goes on; later a warning, and a deduction.
guobiao match add round2-table3.json --winner E --points 16 --discarder S --penalty N=false_win --note '7 points'
guobiao match add round2-table3.json --draw --penalty W=empty_call --penalty E=deduction:2 --note phone
guobiao match add round2-table3.json --time-up
guobiao match new round2-table4.json --event event.toml --round 2 --table 4
guobiao match add round2-table4.json --draw
guobiao match add round2-table4.json --winner N --points 8 --discarder E
guobiao match add round2-table4.json --time-up
guobiao event standings event.toml round*.json

# Round 3
# Bo has to leave: Zed sits at the place, and Bo is credited with the result.
guobiao event substitute event.toml --player Bo --substitute Zed --round 3
guobiao event seat event.toml --round 3
guobiao match new round3-table1.json --event event.toml --round 3 --table 1
guobiao match add round3-table1.json --winner N --points 13 --discarder W
guobiao match add round3-table1.json --time-up
guobiao match new round3-table2.json --event event.toml --round 3 --table 2
guobiao match add round3-table2.json --winner S --points 12 --discarder E
guobiao match add round3-table2.json --draw
guobiao match add round3-table2.json --time-up
guobiao match new round3-table3.json --event event.toml --round 3 --table 3
guobiao match add round3-table3.json --winner S --points 12 --discarder N
guobiao match add round3-table3.json --time-up
guobiao match new round3-table4.json --event event.toml --round 3 --table 4
guobiao match add round3-table4.json --winner S --points 13 --discarder W
guobiao match add round3-table4.json --winner W --points 16 --discarder S
guobiao match add round3-table4.json --time-up
guobiao event standings event.toml round*.json

# Round 4
guobiao match new round4-table1.json --event event.toml --round 4 --table 1
guobiao match add round4-table1.json --winner N --points 27 --discarder W
guobiao match add round4-table1.json --winner E --points 24 --discarder W
guobiao match add round4-table1.json --time-up
guobiao match new round4-table2.json --event event.toml --round 4 --table 2
# A tie: all four end with what they had.
guobiao match add round4-table2.json --draw
guobiao match add round4-table2.json --time-up
guobiao match new round4-table3.json --event event.toml --round 4 --table 3
guobiao match add round4-table3.json --winner W --points 12 --discarder N
guobiao match add round4-table3.json --time-up
guobiao match new round4-table4.json --event event.toml --round 4 --table 4
guobiao match add round4-table4.json --draw
guobiao match add round4-table4.json --winner N --points 13 --discarder E
guobiao match add round4-table4.json --time-up
guobiao event standings event.toml round*.json

# Round 5
guobiao match new round5-table1.json --event event.toml --round 5 --table 1
guobiao match add round5-table1.json --draw
guobiao match add round5-table1.json --winner W --points 32 --discarder S
guobiao match add round5-table1.json --time-up
guobiao match new round5-table2.json --event event.toml --round 5 --table 2
guobiao match add round5-table2.json --draw
guobiao match add round5-table2.json --winner E --points 8 --discarder W
guobiao match add round5-table2.json --time-up
guobiao match new round5-table3.json --event event.toml --round 5 --table 3
guobiao match add round5-table3.json --winner N --points 27 --self-draw
guobiao match add round5-table3.json --winner W --points 9 --self-draw
guobiao match add round5-table3.json --time-up
guobiao match new round5-table4.json --event event.toml --round 5 --table 4
# Hands that are scored: payments are shown before they are written.
guobiao match add round5-table4.json --winner S --hand '13347s12369m258p3m' --discarder W
guobiao match add round5-table4.json --winner E --hand '[CCCC]234567m99p34s5s|1000|1' --yes
guobiao match add round5-table4.json --time-up
guobiao event standings event.toml round*.json --csv --output standings.csv
guobiao match show round5-table4.json --html --output round5-table4.html
